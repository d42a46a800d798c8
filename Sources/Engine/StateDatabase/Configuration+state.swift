import Decisions
import Glibc
import StickerConfiguration

extension Configuration {
    /// The absolute path of the state folder. By default, it is `.<name of out>.stickerd` beside the output folder,
    /// after all symbolic links in the path of the output folder are resolved.
    package var stateFolder: String {
        if let state { return state }
        let spelled = Configuration.defaultState(of: out)
        let resolved = Configuration.defaultState(of: resolvedOut)
        // Earlier versions used the unresolved path. If that folder contains a state, it is still used.
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
