import DotNetExport
import Foundation
import JobModel
import PublishedSamples
import TestSupport
import Testing
import Verify
import XcodeExport

/// An exported solution.
struct ExportedSolution {
    static let app = "App/App.csproj"
    static let appExtension = "MessagesExtension/MessagesExtension.csproj"
    static let info = "MessagesExtension/Info.plist"
    static let stickers = "MessagesExtension/Resources/StickerAssets"

    let tree: SampleTree
    let folder: TemporaryFolder

    init() throws {
        tree = try SampleTree()
        folder = try TemporaryFolder()
        try tree.publish([SampleTree.Art("happy-cat"), SampleTree.Art("dog", pack: "dogs")])
        _ = try export()
    }

    @discardableResult
    func export(name: String = "Cats & Dogs", contexts: PresentationContexts = .messages) throws -> DotNetExport.Summary
    {
        try DotNetExport(
            out: tree.path, settings: ProjectSettings(name: name, bundlePrefix: "com.example.cats", contexts: contexts)
        ).run(to: folder.path, icon: nil)
    }

    /// The ids of the findings, without findings about icons, because this export contains no icons.
    func found() throws -> Set<String> {
        let ids = try Verifier.run(folder.path).violations.map(\.check.id)
        return Set(ids).subtracting(["icon-set-empty", "icon-slot-missing"])
    }

    /// Replaces a text in a file, which must contain it.
    func edit(_ name: String, _ old: String, _ new: String) throws {
        let text = folder.text(name) ?? ""
        try #require(text.contains(old), "\(name) lacks \(old)")
        try folder.write(text.replacingOccurrences(of: old, with: new), to: name)
    }
}

/// A change that makes a solution invalid.
struct SolutionBreak: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: String
    let apply: @Sendable (ExportedSolution) throws -> Void

    init(_ name: String, _ check: String, _ apply: @escaping @Sendable (ExportedSolution) throws -> Void) {
        (testDescription, self.check, self.apply) = (name, check, apply)
    }
}

@Suite("stickerd export dotnet")
struct DotNetExportTests {
    private static let app = ExportedSolution.app
    private static let inner = ExportedSolution.appExtension
    private static let info = ExportedSolution.info

    static let breaks: [SolutionBreak] = [
        SolutionBreak("an extension that is a program", "dotnet-extension-kind") {
            try $0.edit(inner, "<OutputType>Library", "<OutputType>Exe")
        },
        SolutionBreak("an extension that does not say so", "dotnet-extension-kind") {
            try $0.edit(inner, "<IsAppExtension>true", "<IsAppExtension>false")
        },
        SolutionBreak("a reference without IsAppExtension", "not-embedded") {
            try $0.edit(app, "<IsAppExtension>true</IsAppExtension>", "")
        },
        SolutionBreak("a reference without its output", "not-embedded") {
            try $0.edit(
                app, "<IsAppExtension>true</IsAppExtension>",
                "<IsAppExtension>true</IsAppExtension><ReferenceOutputAssembly>false</ReferenceOutputAssembly>")
        },
        SolutionBreak("no reference", "not-embedded") { try $0.edit(app, "ProjectReference", "None") },
        SolutionBreak("an identifier of another app", "bundle-identifier-prefix") {
            try $0.edit(inner, "com.example.cats.", "com.example.dogs.")
        },
        SolutionBreak("an identifier with two parts more", "bundle-identifier-parts") {
            try $0.edit(inner, ".MessagesExtension</ApplicationId>", ".Messages.Extension</ApplicationId>")
        },
        SolutionBreak("another version in one project", "versions-differ") {
            try $0.edit(inner, "<OptimizePNGs>", "<ApplicationVersion>2</ApplicationVersion><OptimizePNGs>")
        },
        SolutionBreak("PNG files that are compressed", "picture-recompressed") {
            try $0.edit(inner, "<OptimizePNGs>false</OptimizePNGs>", "")
        },
        SolutionBreak("no icon set", "icon-name") { try $0.edit(info, "XSAppIconAssets", "XSIcon") },
        SolutionBreak("an icon set that is not there", "icon-name") {
            try $0.edit(info, "Assets.xcassets/iMessage", "Assets.xcassets/Other")
        },
        SolutionBreak("AppIcon in the extension", "icon-name") {
            try $0.edit(inner, "<OptimizePNGs>", "<AppIcon>AppIcon</AppIcon><OptimizePNGs>")
        },
        SolutionBreak("another oldest system in the Info.plist", "dotnet-minimum-system") {
            try $0.edit(
                info, "<key>NSExtension</key>", "<key>MinimumOSVersion</key><string>15.0</string><key>NSExtension</key>"
            )
        },
        SolutionBreak("no principal class", "extension-point") {
            try $0.edit(info, "NSExtensionPrincipalClass", "NSExtensionClass")
        },
        SolutionBreak("a sticker that was changed", "digest-differs") { solution in
            let names = try FileManager.default.contentsOfDirectory(
                atPath: solution.folder.file("\(ExportedSolution.stickers)/assets"))
            try solution.folder.write("x", to: "\(ExportedSolution.stickers)/assets/\(try #require(names.first))")
        },
        SolutionBreak("a project file that is cut off", "unreadable-file") {
            try $0.edit(inner, "</Project>", "")
        },
        SolutionBreak("stickers outside of Resources", "missing-file") {
            try FileManager.default.moveItem(
                atPath: $0.folder.file(ExportedSolution.stickers),
                toPath: $0.folder.file("MessagesExtension/StickerAssets"))
        },
    ]

    @Test("writes a solution in which verify finds nothing wrong, and nothing again if nothing changed")
    func export() throws {
        let solution = try ExportedSolution()
        #expect(try solution.found() == [])
        let again = try solution.export()
        #expect(again.assets.written == 0 && again.project.written == [])
        let names = try solution.folder.read("MessagesExtension/StickerNames.cs")
        #expect(names.contains(#"StickerName HappyCat = new StickerName("cats", "happy-cat");"#))
        #expect(try solution.folder.read(Self.info).contains("<string>Cats &amp; Dogs</string>"))
    }

    @Test("keeps the code and the settings that belong to the person")
    func ownFiles() throws {
        let solution = try ExportedSolution()
        try solution.edit("Directory.Build.props", "1.0<", "2.0<")
        try solution.edit(
            "MessagesExtension/MessagesViewController.cs", "protected override", "// mine\nprotected override")
        _ = try solution.export()
        #expect(try solution.folder.read("Directory.Build.props").contains("2.0<"))
        #expect(try solution.folder.read("MessagesExtension/MessagesViewController.cs").contains("// mine"))
    }

    @Test("offers the stickers outside of Messages on request")
    func contexts() throws {
        let solution = try ExportedSolution()
        try solution.export(contexts: .media)
        #expect(try solution.folder.read(Self.info).contains("MSMessagesAppPresentationContextMedia"))
        #expect(try solution.found() == [])
    }

    @Test("is checked by verify for errors that the build of .NET does not report", arguments: DotNetExportTests.breaks)
    func findsBreak(change: SolutionBreak) throws {
        let solution = try ExportedSolution()
        try change.apply(solution)
        #expect(try solution.found() == [change.check])
    }

    @Test("a catalog that .NET skips is an error")
    func skippedCatalog() throws {
        let solution = try ExportedSolution()
        try solution.folder.write("{}", to: "MessagesExtension/Stickers.xcstickers/Contents.json")
        #expect(try solution.found().contains("dotnet-catalog-skipped"))
    }

    @Test("an extension in the app's folder is an error")
    func nested() throws {
        let solution = try ExportedSolution()
        try FileManager.default.moveItem(
            atPath: solution.folder.file("MessagesExtension"), toPath: solution.folder.file("App/MessagesExtension"))
        try solution.edit(Self.app, "../MessagesExtension/", "MessagesExtension/")
        #expect(try solution.found() == ["dotnet-nested-projects"])
    }

    @Test("a .NET project without a Messages extension is not checked")
    func others() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "<Project><PropertyGroup><TargetFramework>net10.0-ios</TargetFramework></PropertyGroup></Project>",
            to: "A/A.csproj")
        try folder.write("<Project>", to: "B/B.csproj")
        #expect(throws: VerifyError.self) { try Verifier.run(folder.path) }
    }
}
