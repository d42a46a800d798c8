import Glibc
import NIOCore
import NIOHTTPTypes
import Service

/// Closes a connection whose client keeps the server waiting: with a request that does not come to its end, with a body
/// that is too large, or by taking its answer too slowly. Between these, answers may take as long as they like, so that
/// events can be streamed.
///
/// How slowly a client takes an answer is measured by what it takes, and not by when the answer ends: an honest client
/// with a slow line gets a large manifest whole, and one that reads a byte now and then holds nobody.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: WebLimits
    private let occupancy: Occupancy
    private var requests = 0
    private var answers = 0
    private var bodyBytes = 0
    private var unsent = 0
    /// Bytes that left since the client's progress was looked at last.
    private var taken = 0
    private var arrival: Scheduled<Void>?
    private var sending: Scheduled<Void>?

    init(_ limits: WebLimits, occupancy: Occupancy) {
        self.limits = limits
        self.occupancy = occupancy
    }

    func handlerAdded(context: ChannelHandlerContext) {
        occupancy.enter()
        arrival = closing(context, in: occupancy.patience(limits.request))
        // What the kernel keeps is no progress of the client: without this it takes megabytes, and then says nothing for
        // as long as a slow client needs for a third of them.
        let unsent = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_NOTSENT_LOWAT))
        context.channel.setOption(unsent, value: SocketOptionValue(WebLimits.pieceBytes * 2)).whenFailure { _ in }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        occupancy.leave()
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
            if requests == answers { arrival = closing(context, in: occupancy.patience(limits.request)) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .body(var bytes) = unwrapOutboundIn(data) else {
            let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
            return write(data, bytes: 0, isEnd: isEnd, promise: promise, context: context)
        }
        while bytes.readableBytes > WebLimits.pieceBytes, let piece = bytes.readSlice(length: WebLimits.pieceBytes) {
            write(
                wrapOutboundOut(.body(piece)), bytes: piece.readableBytes, isEnd: false, promise: nil, context: context)
        }
        let count = bytes.readableBytes
        write(wrapOutboundOut(.body(bytes)), bytes: count, isEnd: false, promise: promise, context: context)
    }

    private func write(
        _ data: NIOAny, bytes: Int, isEnd: Bool, promise: EventLoopPromise<Void>?, context: ChannelHandlerContext
    ) {
        let sent = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((guard: self, context: context), eventLoop: context.eventLoop)
        unsent += 1
        if unsent == 1 { watchProgress(context) }
        sent.futureResult.whenComplete { _ in
            bound.value.guard.hasSent(bytes, isEnd: isEnd, context: bound.value.context)
        }
        context.write(data, promise: sent)
    }

    /// Looks again when the time for a part of the answer is over, as long as something waits to be taken.
    private func watchProgress(_ context: ChannelHandlerContext) {
        taken = 0
        let bound = NIOLoopBound((guard: self, context: context), eventLoop: context.eventLoop)
        sending = context.eventLoop.scheduleTask(in: TimeAmount(limits.part.time)) {
            let (handler, context) = bound.value
            guard handler.taken >= handler.limits.part.bytes else { return context.close(promise: nil) }
            handler.watchProgress(context)
        }
    }

    private func hasSent(_ bytes: Int, isEnd: Bool, context: ChannelHandlerContext) {
        unsent -= 1
        taken += bytes
        if unsent == 0 { sending?.cancel() }
        guard context.channel.isActive, isEnd else { return }
        answers += 1
        if requests == answers {
            arrival?.cancel()
            arrival = closing(context, in: occupancy.patience(limits.request))
        }
    }

    private func closing(_ context: ChannelHandlerContext, in limit: Duration) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: TimeAmount(limit)) { channel.close(mode: .all, promise: nil) }
    }
}
