/// Checks an extension against the app that embeds it.
struct EmbeddingValidator {
    let location: TargetLocation
    let target: ProjectTarget
    let apps: [ProjectTarget]

    func check(_ violations: inout [Violation]) {
        guard let product = target.object["productReference"]?.text else { return }
        let hosts = apps.filter { EmbeddingValidator.embeds(product, $0, in: location.project) }
        // If no app embeds the extension, it belongs to the apps that depend on it.
        let owners = hosts.isEmpty ? apps.filter(dependsOnTarget) : hosts
        if hosts.isEmpty {
            // If no app depends on the extension either, the target is unused, which is only a warning.
            violations.append(
                Violation(
                    .notEmbedded, location.file, "No app copies \(target.name) into its PlugIns folder.",
                    level: owners.isEmpty ? .warning : nil))
        }
        for host in owners {
            if !dependsOnTarget(host) {
                violations.append(
                    Violation(
                        .notDependent, location.file, "\(host.name) embeds \(target.name) but does not depend on it."))
            }
            checkPrefix(host, &violations)
            checkVersions(host, &violations)
        }
    }

    /// The given extensions that an app copies into its PlugIns folder.
    static func embedded(_ extensions: [ProjectTarget], in app: ProjectTarget, of project: XcodeProject)
        -> [ProjectTarget]
    {
        extensions.filter { target in
            target.object["productReference"]?.text.map { embeds($0, app, in: project) } ?? false
        }
    }

    private static func embeds(_ product: String, _ app: ProjectTarget, in project: XcodeProject) -> Bool {
        app.phases("PBXCopyFilesBuildPhase").contains { phase in
            let isPlugIns = phase["dstSubfolderSpec"]?.text == "13" || phase["dstSubfolder"]?.text == "PlugIns"
            return isPlugIns && app.files(in: [phase], of: project).contains(product)
        }
    }

    private func dependsOnTarget(_ app: ProjectTarget) -> Bool {
        location.project.objects("dependencies", of: app.object).contains {
            location.project.object("target", of: $0) == target.object
        }
    }

    private func pairs(_ host: ProjectTarget) -> [(app: BuildSettings, own: BuildSettings)] {
        target.settings.compactMap { own in
            host.settings.first { $0.configuration == own.configuration }.map { ($0, own) }
        }
    }

    private func checkPrefix(_ host: ProjectTarget, _ violations: inout [Violation]) {
        for (app, own) in pairs(host) {
            guard let outer = identifier(of: host, app), let inner = identifier(of: target, own) else { continue }
            if let violation = BundleIdentifiers.violation(
                of: inner, "\(target.name) (\(own.configuration))", in: outer, of: host.name, path: location.file)
            {
                violations.append(violation)
            }
        }
    }

    private func identifier(of target: ProjectTarget, _ settings: BuildSettings) -> String? {
        let key = "PRODUCT_BUNDLE_IDENTIFIER"
        // A setting takes precedence over the Info.plist, even if its value is unknown here.
        guard !settings.isSet(key) else { return settings[key] }
        return ExtensionInfoPlist(location: location, target: target).identifier(settings)
    }

    private func checkVersions(_ host: ProjectTarget, _ violations: inout [Violation]) {
        let keys = [
            ("CFBundleShortVersionString", "MARKETING_VERSION", "version"),
            ("CFBundleVersion", "CURRENT_PROJECT_VERSION", "build number"),
        ]
        for (app, own) in pairs(host) {
            for (key, setting, words) in keys {
                guard let outer = version(key, setting, app), let inner = version(key, setting, own), outer != inner
                else { continue }
                violations.append(
                    Violation(
                        .versionsDiffer, location.file,
                        "\(own.configuration): the \(words) of \(target.name) is \(inner), that of \(host.name) \(outer)."
                    ))
            }
        }
    }

    /// The version in the Info.plist of the product. Nil if it is unknown.
    private func version(_ key: String, _ setting: String, _ settings: BuildSettings) -> String? {
        if let name = settings["INFOPLIST_FILE"],
            let bytes = location.view.read(location.view.join(location.folder, name)),
            let text = PropertyList(bytes)?[key]?.text
        {
            return settings.expanded(text)
        }
        return settings["GENERATE_INFOPLIST_FILE"] == "YES" ? settings[setting] : nil
    }
}
