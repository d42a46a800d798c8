import NIOCore
import Service

/// Closes a connection when its time is over. The server's own idle timeout begins anew with each byte, so that a client
/// which sends one now and then would keep its connection for ever.
final class ConnectionDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let limit: TimeAmount
    private var timer: Scheduled<Void>?

    init(_ limit: Duration) {
        self.limit = TimeAmount(limit)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: limit) { channel.close(mode: .all, promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }
}
