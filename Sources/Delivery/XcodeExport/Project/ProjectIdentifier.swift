import JobModel

/// Identifiers of a project's objects: 24 hexadecimal digits that depend on nothing but the object's role, so that the same
/// packs give the same file, and a new pack changes nothing about the others.
enum ProjectIdentifier {
    static func of(_ role: String) -> String {
        Digest.sha256("stickerd project object: \(role)").prefix(24).uppercased()
    }
}
