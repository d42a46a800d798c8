/// A value whose copies share their storage until one of them is changed. This makes it cheap to copy a list of large
/// values, and to compare it with its copy.
package struct SharedValue<Value: Sendable>: Sendable {
    @usableFromInline var storage: Storage

    @inlinable package init(_ value: Value) { storage = Storage(value) }

    @inlinable package var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// The storage may be sent to other tasks, because only its single owner changes it.
    @usableFromInline final class Storage: @unchecked Sendable {
        @usableFromInline var value: Value

        @inlinable init(_ value: Value) { self.value = value }
    }
}

extension SharedValue: Equatable where Value: Equatable {
    @inlinable package static func == (one: SharedValue, other: SharedValue) -> Bool {
        one.storage === other.storage || one.storage.value == other.storage.value
    }
}

extension SharedValue: Hashable where Value: Hashable {
    @inlinable package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
