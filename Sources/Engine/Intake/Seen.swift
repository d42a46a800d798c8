/// Whether something exists in the drop folder.
package enum Seen<Value> {
    /// The object exists.
    case present(Value)
    /// The object does not exist. Only a complete listing creates the witness.
    case absent(Witness)
    /// Whether the object exists is unknown. The object must not be treated as absent.
    case unknown(Unknown)
}

extension Seen: Sendable where Value: Sendable {}
extension Seen: Equatable where Value: Equatable {}

/// The reason why it is unknown whether something exists.
package enum Unknown: Sendable, Hashable {
    /// The folder of the object was not listed.
    case notLookedAt
    /// The system refuses access, or did not respond within the time limit.
    case unreadable
    /// Another folder or share replaced the drop folder during the listing.
    case changedWhileListing
}
