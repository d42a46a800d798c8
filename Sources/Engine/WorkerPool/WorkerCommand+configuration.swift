import Subprocess

extension WorkerCommand {
    /// The command in the form that swift-subprocess expects.
    var configuration: Subprocess.Configuration {
        var options = PlatformOptions()
        // In a separate process group, so that Ctrl-C in a terminal reaches only the daemon, and a kill reaches all
        // processes of a worker.
        options.processGroupID = 0
        options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)]
        // Always in the same order, and each with the terminating NUL that swift-subprocess needs.
        let lines = environment.map { "\($0.key)=\($0.value)\0" }.sorted().map { Array($0.utf8) }
        return Subprocess.Configuration(
            executable: .path(.init(program?.path ?? executable)),
            arguments: .init(executablePathOverride: executable, remainingValues: arguments),
            environment: .custom(lines),
            workingDirectory: "/", platformOptions: options)
    }
}
