import Decisions
import Glibc
import StickerConfiguration

extension Configuration {
    /// Absolute path of the folder of the state database and the lock: `.<name of out>.stickerd` next to the output
    /// folder itself, after all links are resolved.
    package var stateFolder: String {
        if let state { return state }
        let spelled = Configuration.defaultState(of: out)
        let resolved = Configuration.defaultState(of: resolvedOut)
        // Earlier versions used the unresolved path; a library with its state there keeps it.
        func hasState(_ folder: String) -> Bool {
            [Ledger.fileName, DecisionStore.fileName, DecisionStore.journalName, StateFolder.publishHold, "snapshots"]
                .contains { access("\(folder)/\($0)", F_OK) == 0 }
        }
        return hasState(spelled) && !hasState(resolved) ? spelled : resolved
    }

    private static func defaultState(of out: String) -> String {
        let slash = out.lastIndex(of: "/") ?? out.startIndex
        return "\(out[..<slash])/.\(out[out.index(after: slash)...]).stickerd"
    }
}
