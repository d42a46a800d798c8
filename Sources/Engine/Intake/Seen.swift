/// The result of a look for something in the drop folder.
package enum Seen<Value> {
    /// It exists.
    case present(Value)
    /// It does not exist. Only a complete listing creates a witness.
    case absent(Witness)
    /// Whether it exists is unknown. Unknown things are never treated as absent.
    case unknown(Unknown)
}

extension Seen: Sendable where Value: Sendable {}
extension Seen: Equatable where Value: Equatable {}

/// The reason why it is unknown whether something exists.
package enum Unknown: Sendable, Hashable {
    /// Its folder was not listed.
    case notLookedAt
    /// The system refuses access, or it did not answer within the time limit.
    case unreadable
    /// Another folder or share took the place of the drop folder during the listing.
    case changedWhileListing
}
