import Mustache

/// Where a person shows that they know the token.
enum LoginPage {
    /// - Parameter failed: whether a token was given that is not the right one.
    /// - Throws: the parser's error; a test sees to it that there is none.
    static func html(failed: Bool) throws -> String {
        let template = try MustacheTemplate(string: String(decoding: PackageResources.login_mustache, as: UTF8.self))
        return template.render(["failed": failed])
    }
}
