import Subprocess

extension WorkerCommand {
    /// The command as a configuration for swift-subprocess.
    var configuration: Subprocess.Configuration {
        var options = PlatformOptions()
        // Each worker has a separate process group, so that Ctrl-C in a terminal reaches only the daemon, and a kill
        // reaches all processes of the worker.
        options.processGroupID = 0
        options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)]
        // Sorted, so that the order is always the same. swift-subprocess needs the terminating NUL of each line.
        let lines = environment.map { "\($0.key)=\($0.value)\0" }.sorted().map { Array($0.utf8) }
        return Subprocess.Configuration(
            executable: .path(.init(program?.path ?? executable)),
            arguments: .init(executablePathOverride: executable, remainingValues: arguments),
            environment: .custom(lines),
            workingDirectory: "/", platformOptions: options)
    }
}
