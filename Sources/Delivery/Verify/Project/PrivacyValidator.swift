/// Checks that an extension has a privacy manifest if its code calls an API for which Apple requires a reason. The code
/// of packages and libraries is not checked.
struct PrivacyValidator {
    let location: TargetLocation
    let target: ProjectTarget
    let built: BuiltCatalogs

    /// Names that occur only in APIs for which a reason is required, each with its category in the privacy manifest
    /// (Apple, “Describing use of required reason API”).
    private static let names: [(name: String, category: String)] = [
        ("UserDefaults", "UserDefaults"), ("@AppStorage", "UserDefaults"),
        ("FileAttributeKey.modificationDate", "FileTimestamp"), ("FileAttributeKey.creationDate", "FileTimestamp"),
        ("contentModificationDate", "FileTimestamp"), ("fileModificationDate", "FileTimestamp"),
        ("NSFileModificationDate", "FileTimestamp"), ("NSFileCreationDate", "FileTimestamp"),
        ("systemUptime", "SystemBootTime"), ("mach_absolute_time", "SystemBootTime"),
        ("volumeAvailableCapacity", "DiskSpace"), ("systemFreeSize", "DiskSpace"),
        ("NSFileSystemFreeSize", "DiskSpace"),
        ("activeInputModes", "ActiveKeyboards"),
    ]

    func check(_ violations: inout [Violation]) {
        let files = built.files(of: target)
        guard !files.contains(where: { $0.hasSuffix(".xcprivacy") }) else { return }
        for file in files where [".swift", ".m", ".mm"].contains(where: file.hasSuffix) {
            guard let use = use(in: file) else { continue }
            let category = use.name == use.category ? "" : " (\(use.category))"
            violations.append(
                Violation(
                    .privacyManifest, file,
                    "Line \(use.line) uses \(use.name)\(category), but \(target.name) lacks a privacy manifest."))
            return
        }
    }

    /// The first use of such an API outside of comments. Nil if there is none.
    private func use(in file: String) -> (line: Int, name: String, category: String)? {
        guard let bytes = location.view.read(file) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for (place, line) in lines.enumerated() {
            let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
            if let found = PrivacyValidator.names.first(where: { code.contains($0.name) }) {
                return (place + 1, found.name, found.category)
            }
        }
        return nil
    }
}
