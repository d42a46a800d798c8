import NIOCore
import NIOHTTPTypes
import Service

/// Closes a connection whose client keeps the server waiting: with a request that does not come to its end, with a body
/// that is too large, or by not accepting its answer. Between these, answers may take as long as they like, so that
/// events can be streamed.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: WebLimits
    private var requests = 0
    private var answers = 0
    private var bodyBytes = 0
    private var unsent = 0
    private var arrival: Scheduled<Void>?
    private var sending: Scheduled<Void>?

    init(_ limits: WebLimits) {
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        arrival = closing(context, in: limits.request)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        arrival?.cancel()
        sending?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: bodyBytes = 0
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            guard bodyBytes <= limits.body else { return context.close(promise: nil) }
        case .end:
            requests += 1
            arrival?.cancel()
            // It was answered before it ended: the next one is waited for.
            if requests == answers { arrival = closing(context, in: limits.request) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        let sent = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((guard: self, context: context), eventLoop: context.eventLoop)
        unsent += 1
        if unsent == 1 { sending = closing(context, in: limits.part) }
        sent.futureResult.whenComplete { _ in bound.value.guard.hasSent(isEnd: isEnd, context: bound.value.context) }
        context.write(data, promise: sent)
    }

    private func hasSent(isEnd: Bool, context: ChannelHandlerContext) {
        unsent -= 1
        sending?.cancel()
        guard context.channel.isActive else { return }
        if unsent > 0 { sending = closing(context, in: limits.part) }
        guard isEnd else { return }
        answers += 1
        if requests == answers {
            arrival?.cancel()
            arrival = closing(context, in: limits.request)
        }
    }

    private func closing(_ context: ChannelHandlerContext, in limit: Duration) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: TimeAmount(limit)) { channel.close(mode: .all, promise: nil) }
    }
}
