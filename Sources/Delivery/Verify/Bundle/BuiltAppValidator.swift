/// Checks a built app and its Messages extension, regardless of the build tool.
struct BuiltAppValidator {
    let files: any BundleFiles
    /// The path of the app, relative to the top of the files.
    let path: String

    func check(_ violations: inout [Violation]) {
        guard let app = BuiltBundle(files, path, &violations) else { return }
        app.checkIdentity(packageType: "APPL", &violations)
        let extensions = app.extensions.compactMap { BuiltBundle(files, $0, &violations) }.filter { bundle in
            MessagesInfoPlist(plist: bundle.plist, path: bundle.plistPath).point == MessagesInfoPlist.point
        }
        if extensions.isEmpty {
            let others = app.extensions.map(\.lastComponent).joined(separator: ", ")
            violations.append(
                Violation(
                    .notEmbedded, path,
                    "\(app.name) has no Messages extension in PlugIns"
                        + (others.isEmpty ? "." : "; there is only \(others).")))
        }
        if extensions.count > 1 {
            violations.append(
                Violation(
                    .severalExtensions, path,
                    "\(app.name) has \(extensions.count) Messages extensions: "
                        + "\(extensions.map(\.name).joined(separator: ", ")); only one is allowed."))
        }
        for bundle in extensions {
            check(bundle, in: app, &violations)
            BuiltExtensionValidator(bundle: bundle).check(&violations)
        }
    }

    private func check(_ bundle: BuiltBundle, in app: BuiltBundle, _ violations: inout [Violation]) {
        let key = "CFBundleIdentifier"
        if let inner = bundle.plist[key]?.text, let outer = app.plist[key]?.text,
            let violation = BundleIdentifiers.violation(
                of: inner, bundle.name, in: outer, of: app.name, path: bundle.plistPath)
        {
            violations.append(violation)
        }
        for (key, words) in [("CFBundleShortVersionString", "version"), ("CFBundleVersion", "build number")] {
            let (inner, outer) = (bundle.plist[key]?.text, app.plist[key]?.text)
            guard inner != outer else { continue }
            violations.append(
                Violation(
                    .versionsDiffer, bundle.plistPath,
                    "The \(words) of \(bundle.name) is \(inner ?? "not set"), that of \(app.name) \(outer ?? "not set")."
                ))
        }
    }
}
