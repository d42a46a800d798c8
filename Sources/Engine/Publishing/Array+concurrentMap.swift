import Dispatch
import Synchronization

extension Array where Element: Sendable {
    /// The results of a closure for all elements, in their order. The closure runs on all processors at the same time.
    func concurrentMap<Value: Sendable>(_ transform: @Sendable (Element) -> Value) -> [Value] {
        let values = Mutex<[Int: Value]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { place in
            let value = transform(self[place])
            values.withLock { $0[place] = value }
        }
        return values.withLock { values in indices.compactMap { values[$0] } }
    }
}
