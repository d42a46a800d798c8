/// Checks that an extension with code has a privacy manifest where its own code calls an API for which Apple asks for a
/// reason. The code of packages and libraries is not looked at.
struct PrivacyValidator {
    let location: TargetLocation
    let target: ProjectTarget
    let built: BuiltCatalogs

    /// Names that only such APIs have, by the category that the manifest lists (Apple, “Describing use of required reason
    /// API”).
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

    /// The first use that is not in a comment line.
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
