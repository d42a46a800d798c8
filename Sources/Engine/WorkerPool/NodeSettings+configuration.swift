import StickerConfiguration

extension NodeSettings {
    /// The configured other machines. Nil if none may take part.
    ///
    /// - Parameters:
    /// - stateFolder: the absolute path.
    /// - attaching: whether agents can connect to this process on their own.
    /// - notice: called with sentences about agents.
    package init?(
        _ configuration: Configuration, stateFolder: String, attaching: Bool = false,
        notice: @escaping @Sendable (String) -> Void
    ) {
        let workers = configuration.workers
        guard !workers.pools.isEmpty || attaching && workers.attachedSlots > 0 else { return nil }
        let qualification = NodeQualification(
            stateFolder: stateFolder, requiresSandbox: workers.requireSandbox)
        self.init(
            pools: workers.pools.map { NodePool($0) }, attachedSlots: attaching ? workers.attachedSlots : 0,
            notice: notice,
            check: { try await qualification.check($0, $1, $2) })
        (prefetches, verifyShare) = (workers.prefetch, workers.verifyShare)
    }
}

extension NodePool {
    package init(_ pool: WorkerSettings.Pool) {
        self.init(name: pool.name, launch: pool.launch, slots: pool.slots)
        (least, most) = (pool.min, pool.max)
        (idleLimit, launchLimit) = (.seconds(pool.idleSeconds), .seconds(pool.launchSeconds))
        startSeconds = Double(pool.startSeconds)
    }
}

extension ResultCache {
    /// The cache of a configuration. Nil without one.
    ///
    /// - Parameter notice: receives a sentence if the cache cannot be used.
    package convenience init?(_ configuration: Configuration, notice: @escaping @Sendable (String) -> Void) {
        guard let url = configuration.cache.url else { return nil }
        self.init(url: url, isWritten: configuration.cache.write, notice: notice)
    }
}
