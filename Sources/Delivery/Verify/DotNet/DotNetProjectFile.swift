/// A .NET project file, together with the properties of the nearest Directory.Build.props in its folder or a parent
/// folder.
///
/// Conditions and variables are not evaluated. A property that uses one of them is unknown.
struct DotNetProjectFile {
    /// The path relative to the checked folder.
    let path: String
    let root: XMLElement
    private let shared: XMLElement?

    private static let sharedName = "Directory.Build.props"

    /// - Returns: nil if the file is not well-formed XML.
    init?(_ view: FolderView, _ path: String) {
        guard let bytes = view.read(path), let root = XMLElement.document(bytes) else { return nil }
        (self.path, self.root) = (path, root)
        var folder = path.split(separator: "/").dropLast()
        var shared = view.read(view.join(folder.joined(separator: "/"), Self.sharedName))
        while shared == nil, !folder.isEmpty {
            folder = folder.dropLast()
            shared = view.read(view.join(folder.joined(separator: "/"), Self.sharedName))
        }
        self.shared = shared.flatMap(XMLElement.document)
    }

    /// The folder that contains the project file.
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    var name: String { String(path.lastComponent.dropLast(".csproj".count)) }

    /// The value of a property. Nil if it is not set, or if it depends on a condition or variable.
    func property(_ name: String) -> String? {
        for root in [root, shared].compactMap({ $0 }) {
            let found = root.children.filter { $0.name == "PropertyGroup" }.flatMap { group in
                group.all(name).map {
                    (value: $0.text, isFixed: ($0.attributes["Condition"] ?? group.attributes["Condition"]) == nil)
                }
            }
            guard let last = found.last else { continue }
            return last.isFixed && !last.value.contains("$(") ? last.value : nil
        }
        return nil
    }

    /// Whether a property is set, including values that are unknown here.
    func sets(_ name: String) -> Bool {
        [root, shared].compactMap { $0 }.contains { !$0.all(name).isEmpty }
    }

    /// Whether the project is built for iOS.
    var isForIOS: Bool {
        let frameworks = [root, shared].compactMap { $0 }.flatMap {
            $0.all("TargetFramework") + $0.all("TargetFrameworks")
        }
        return frameworks.contains { $0.text.contains("-ios") }
    }

    /// The items of a kind, from all item groups.
    func items(_ kind: String) -> [XMLElement] { root.all(kind) }
}

extension XMLElement {
    /// The metadata of an item, which can be an attribute or a child element.
    func metadata(_ name: String) -> String? { attributes[name] ?? children.last { $0.name == name }?.text }
}
