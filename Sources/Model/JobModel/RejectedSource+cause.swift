import StickerManifest

extension [RejectedSource] {
    /// The rejected sources, grouped by cause. An invalid pack.json is one entry, which replaces the entries of the
    /// stickers that it holds back.
    package var byCause: [RejectedSource] {
        guard contains(where: { $0.packFinding != nil }) else { return self }
        var entries: [RejectedSource] = []
        var packs: Set<String> = []
        for source in self {
            if let finding = source.packFinding, packs.insert(source.pack).inserted {
                let keepsEarlier = contains { $0.pack == source.pack && $0.keepsEarlierVersion }
                entries.append(RejectedSource(packFileOf: source, finding: finding, keepsEarlierVersion: keepsEarlier))
            }
            guard !source.isHeldByPack else { continue }
            var own = source
            own.findings.removeAll { $0.rule == Rule.badPackFile.id }
            entries.append(own)
        }
        return entries.sorted { $0.path < $1.path }
    }
}

extension RejectedSource {
    /// Whether the only error is in the settings of its pack.
    package var isHeldByPack: Bool {
        let errors = findings.filter { $0.level == .error }
        return !errors.isEmpty && errors.allSatisfy { $0.rule == Rule.badPackFile.id }
    }

    /// Whether this entry is a pack.json, which stands for the stickers that it holds back.
    package var isPackFile: Bool { id.isEmpty }

    /// The problem in the settings of the pack. Nil if there is none.
    fileprivate var packFinding: Finding? { findings.first { $0.rule == Rule.badPackFile.id } }

    /// The entry for the pack.json of a rejected source.
    fileprivate init(packFileOf source: RejectedSource, finding: Finding, keepsEarlierVersion: Bool) {
        let folder = source.path.split(separator: "/").dropLast()
        var finding = finding
        finding.fix += " The stickers of the pack are held back until then."
        self.init(
            pack: source.pack, id: "", path: (folder + ["pack.json"]).joined(separator: "/"), sha256: "", bytes: 0,
            findings: [finding], keepsEarlierVersion: keepsEarlierVersion)
    }
}
