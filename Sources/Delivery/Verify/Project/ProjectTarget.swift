/// A target of a project that is relevant for stickers: an app, or a Messages extension.
struct ProjectTarget {
    enum Kind {
        case app
        /// An app without code, whose only purpose is to contain a Messages extension.
        case messagesApp
        /// A sticker pack without code.
        case stickerPack
        /// An iMessage app with code.
        case messagesExtension
        /// Any other extension, according to its product type.
        case otherExtension
    }

    let name: String
    let kind: Kind
    let object: PropertyList
    let settings: [BuildSettings]
    let phases: [PropertyList]

    init?(_ object: PropertyList, in project: XcodeProject) {
        let kinds: [String: Kind] = [
            "com.apple.product-type.application": .app, "com.apple.product-type.application.messages": .messagesApp,
            "com.apple.product-type.app-extension.messages-sticker-pack": .stickerPack,
            "com.apple.product-type.app-extension.messages": .messagesExtension,
            "com.apple.product-type.app-extension": .otherExtension,
        ]
        guard let kind = object["productType"]?.text.flatMap({ kinds[$0] }) else { return nil }
        self.kind = kind
        self.object = object
        name = object["name"]?.text ?? ""
        phases = project.objects("buildPhases", of: object)
        let wide =
            project.object("buildConfigurationList", of: project.root)
            .map { project.objects("buildConfigurations", of: $0) } ?? []
        let own =
            project.object("buildConfigurationList", of: object)
            .map { project.objects("buildConfigurations", of: $0) } ?? []
        let targetName = name
        settings = own.map { configuration in
            BuildSettings(
                configuration, projectWide: wide.first { $0["name"] == configuration["name"] }, targetName: targetName)
        }
    }

    /// Whether the target is a Messages extension.
    var isExtension: Bool { kind == .stickerPack || kind == .messagesExtension }
    var isApp: Bool { kind == .app || kind == .messagesApp }

    func phases(_ isa: String) -> [PropertyList] {
        phases.filter { $0["isa"]?.text == isa }
    }

    /// The identifiers of the file references in the given phases.
    func files(in phases: [PropertyList], of project: XcodeProject) -> [String] {
        phases.flatMap { project.objects("files", of: $0) }.compactMap { $0["fileRef"]?.text }
    }
}
