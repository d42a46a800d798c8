/// The `.json` files of a pack, by the names of the sources that they belong to.
package struct SidecarIndex {
    /// The files by their lower-case name without `.json`. A file whose name has a scale is also listed without the
    /// scale.
    private var files: [String: [ScannedFile]] = [:]
    private var all: [ScannedFile] = []
    private var claimed: Set<String> = []

    /// - Parameter files: the `.json` files, sorted by name.
    package init(_ files: [ScannedFile]) {
        all = files
        for file in files {
            for key in Self.keys(of: file) { self.files[key, default: []].append(file) }
        }
    }

    /// The lower-case names of the sources to which a sidecar may belong.
    private static func keys(of file: ScannedFile) -> Set<String> {
        let base = base(of: file.name)
        return [base.lowercased(), ArtName(sidecar: base).key]
    }

    /// Whether a file may be the sidecar of art with one of the given names.
    ///
    /// - Parameter names: full file names, and names without extension and scale, all in lower case.
    package static func isSidecar(_ file: ScannedFile, ofOneOf names: Set<String>) -> Bool {
        !keys(of: file).isDisjoint(with: names)
    }

    /// Whether a file name ends with `.json`, regardless of case.
    static func isSettings(_ name: String) -> Bool {
        pattern.matches(NamePattern.lowered(name))
    }

    /// Claims the sidecars of a sticker. The preferred sidecar has the full name of the best version. The next ones
    /// have its stem, or the full name of another version.
    ///
    /// - Parameter versions: the versions of the sticker, the best first.
    /// - Returns: the preferred sidecar, followed by other candidates. A candidate is used only if the files before it
    ///   are not sidecars.
    package mutating func take(for versions: [SourceCandidate]) -> [ScannedFile] {
        // Most packs have no sidecars, so most calls return here.
        guard !files.isEmpty, let best = versions.first else { return [] }
        let names = [best.file.name, best.name.stem] + versions.dropFirst().map(\.file.name)
        let found = names.compactMap(file(named:))
        for name in names {
            for file in files[name.lowercased()] ?? [] { claimed.insert(file.path) }
        }
        return found
    }

    /// Makes a claimed file available again, because it is not a sidecar.
    package mutating func release(_ file: ScannedFile) {
        claimed.remove(file.path)
    }

    /// Sidecars without a source, after every source has claimed its own.
    package var unclaimed: [ScannedFile] { all.filter { !claimed.contains($0.path) } }
    /// The sidecars that belong to art, even if they are not used.
    package var claimedFiles: [ScannedFile] { all.filter { claimed.contains($0.path) } }

    private static let pattern = NamePattern("?*.json")

    private static func base(of name: String) -> String {
        String(Substring(name.utf8.dropLast(".json".utf8.count)))
    }

    /// The file with exactly this name, or else the first file whose name differs only in case. Nil if there is none.
    private func file(named name: String) -> ScannedFile? {
        let fitting = files[name.lowercased()] ?? []
        return fitting.first { Self.base(of: $0.name) == name } ?? fitting.first
    }
}
