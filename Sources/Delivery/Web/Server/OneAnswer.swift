import NIOCore
import NIOHTTPTypes
import Service

/// Closes a connection when its answer has been sent, or when its time is over. The server's own idle timeout begins anew
/// with each byte, so that a client which sends one now and then would keep its connection for ever.
final class OneAnswer: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private var timer: Scheduled<Void>?

    /// - Parameter limit: how long the connection may last.
    init(within limit: Duration) {
        self.limit = TimeAmount(limit)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: limit) { channel.close(mode: .all, promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        let sent = promise ?? context.eventLoop.makePromise()
        let channel = context.channel
        sent.futureResult.whenComplete { _ in channel.close(mode: .all, promise: nil) }
        context.write(data, promise: sent)
    }
}
