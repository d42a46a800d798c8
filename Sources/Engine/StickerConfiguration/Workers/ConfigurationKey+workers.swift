import JobModel

extension ConfigurationKey {
    static let workers: [ConfigurationKey] = [
        .init(
            path: "workers", accepts: .section, defaultText: "",
            sentence: "Other machines that also render (docs/operate/scale-out.md). jobs is the number of workers on "
                + "this machine."),
        .init(
            path: "workers.pools", accepts: .pools, defaultText: "[]",
            sentence: "Machines that stickerd starts an agent on, each as { \"name\": \"farm\", \"launch\": [\"ssh\", "
                + "\"-T\", \"-o\", \"BatchMode=yes\", \"render2\", \"stickerd-render\", \"--slots\", \"32\"], "
                + "\"slots\": 32 }, with min, max, idleSeconds, startSeconds and launchSeconds where needed."),
        .init(
            path: "workers.attachedSlots", accepts: .integer(WorkerRange.attachedSlots),
            defaultText: String(WorkerSettings().attachedSlots),
            sentence: "The largest number of slots of agents that connect with `stickerd attach`; with 0 none may."),
        .init(
            path: "workers.requireSandbox", accepts: .boolean,
            defaultText: String(WorkerSettings().requireSandbox),
            sentence: "Whether agents are refused if their kernel cannot sandbox their processes."),
        .init(
            path: "workers.prefetch", accepts: .boolean, defaultText: String(WorkerSettings().prefetch),
            sentence: "Whether each slot of an agent gets its next job while it works, so that it never waits."),
        .init(
            path: "workers.verifyShare", accepts: .number(WorkerRange.verifyShare),
            defaultText: WorkerSettings().verifyShare.plainText,
            sentence: "The share of the results of other machines that is also rendered here. A machine with a "
                + "different result gets no more jobs."),
    ]

    static let cache: [ConfigurationKey] = [
        .init(
            path: "cache", accepts: .section, defaultText: "",
            sentence: "Results that several machines share (docs/operate/scale-out.md)."),
        .init(
            path: "cache.url", accepts: .webAddress, defaultText: "null",
            sentence:
                "The address of an HTTP cache of Bazel's kind, with /ac/ and /cas/ below it. With null there is none."),
        .init(
            path: "cache.write", accepts: .boolean, defaultText: String(CacheSettings().write),
            sentence: "Whether local results are written to the cache, and not only read from it."),
    ]
}
