/// Memory for the inner loops of a search. Unlike those of an array, its elements are accessed without checks, so its
/// users must stay within `count`.
struct ScratchMemory<Element: BitwiseCopyable>: ~Copyable {
    let base: UnsafeMutablePointer<Element>
    let count: Int

    /// Memory whose elements must be written before they are read.
    init(count: Int) {
        base = UnsafeMutablePointer<Element>.allocate(capacity: count)
        self.count = count
    }

    init(repeating value: Element, count: Int) {
        self.init(count: count)
        base.initialize(repeating: value, count: count)
    }

    deinit { base.deallocate() }

    @inline(__always)
    subscript(place: Int) -> Element {
        get { base[place] }
        nonmutating set { base[place] = newValue }
    }

    /// Makes room for at least `count` elements. The first `used` elements are kept.
    mutating func grow(to count: Int, used: Int) {
        guard count > self.count else { return }
        var larger = ScratchMemory(count: count)
        larger.base.update(from: base, count: used)
        swap(&self, &larger)
    }
}
