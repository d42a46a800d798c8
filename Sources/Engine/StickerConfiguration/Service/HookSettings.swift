/// Who is told what became of the art, as `hooks` in `pipeline.json` says.
package struct HookSettings: Sendable, Hashable {
    /// Told when stickers have been published.
    package var onPublished: [HookTarget]
    /// Told when art was refused.
    package var onRejected: [HookTarget]
    /// Told when the machine, and no art, stands in the way: a full disk, a share that is gone.
    package var onProblem: [HookTarget]
    /// Told what a rebuild came to.
    package var onRebuilt: [HookTarget]
    /// How long one attempt may take.
    package var seconds: Int
    /// How often an attempt that failed is made again.
    package var retries: Int

    package init(
        onPublished: [HookTarget] = [], onRejected: [HookTarget] = [], onProblem: [HookTarget] = [],
        onRebuilt: [HookTarget] = [], seconds: Int = 30, retries: Int = 5
    ) {
        self.onPublished = onPublished
        self.onRejected = onRejected
        self.onProblem = onProblem
        self.onRebuilt = onRebuilt
        self.seconds = seconds
        self.retries = retries
    }
}
