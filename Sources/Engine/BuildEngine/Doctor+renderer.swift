import WorkerPool

extension Doctor {
    /// Creates the check result for a render program that does not work.
    ///
    /// - Parameter error: the error of the pool.
    func failed(_ worker: WorkerCommand, _ error: any Error) -> Check {
        let name = "render program"
        let again = "install it again from the release of stickerd"
        switch error as? WorkerFailure {
        case .otherVersion:
            return Check(name, .bad, "\(error)", fix: "install both programs from the same release")
        case .couldNotStart(_, let reason):
            return Check(name, .bad, "\(worker.executable) cannot be started: \(reason)", fix: again)
        case .didNotStart(_, .ended(let ending), let complaint), .died(let ending, let complaint):
            let missesLibrary =
                ending == .exited(status: 127) || complaint.contains("error while loading shared libraries")
            let fix =
                missesLibrary
                ? "run scripts/setup, which installs the libraries; `ldd '\(worker.executable)'` shows what is missing"
                : "\(again); if `STICKERD_SANDBOX=off stickerd doctor` helps, please report it"
            return Check(
                name, .bad,
                "\(worker.executable) ended with \(ending)" + (complaint.isEmpty ? "" : ": \(complaint)"), fix: fix)
        default:
            return Check(name, .bad, "\(worker.executable): \(error)", fix: again)
        }
    }
}
