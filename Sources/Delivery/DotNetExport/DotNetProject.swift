import Foundation
import JobModel
import TextEscaping
import XcodeExport

/// A solution for .NET for iOS: an app and its Messages extension, in folders side by side, because a project includes
/// every file below its folder.
///
/// Source of the structure: dotnet/macios, tests/dotnet/ExtensionProject and ExtensionConsumer, and its build targets.
struct DotNetProject {
    let settings: ProjectSettings

    static let app = "App"
    static let appExtension = "MessagesExtension"
    static let framework = "net10.0-ios"
    private static let principalClass = "MessagesViewController"

    /// The C# namespace of the app's own code.
    var namespace: String { DotNetProject.identifier(settings.name) }

    /// All files except icons, stickers, names and the client.
    var files: [PlannedFile] {
        let (app, inner) = (DotNetProject.app, DotNetProject.appExtension)
        return [
            text("\(ProductName.of(settings.name)).slnx", solution),
            once("Directory.Build.props", sharedProperties),
            text("\(app)/\(app).csproj", appProject),
            once("\(app)/AppDelegate.cs", appDelegate),
            text("\(app)/Info.plist", plist(appInfo)),
            text("\(app)/Resources/PrivacyInfo.xcprivacy", plist(DotNetProject.privacy)),
            text("\(inner)/\(inner).csproj", extensionProject),
            text("\(inner)/Info.plist", plist(extensionInfo)),
            text("\(inner)/Resources/PrivacyInfo.xcprivacy", plist(DotNetProject.privacy)),
            once("\(inner)/\(DotNetProject.principalClass).cs", controller),
        ] + CSharpSources.files.sorted { $0.key < $1.key }.map { PlannedFile("\(inner)/\($0.key)", .bytes($0.value)) }
    }

    private func text(_ path: String, _ text: String) -> PlannedFile { PlannedFile(path, .bytes(Array(text.utf8))) }

    private func once(_ path: String, _ text: String) -> PlannedFile { PlannedFile(path, .once(Array(text.utf8))) }

    /// A C# identifier with the ASCII letters and digits of a name.
    private static func identifier(_ name: String) -> String {
        let letters = ProductName.of(name).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return letters.first?.isLetter == true ? letters : "App\(letters)"
    }

    // MARK: The build

    private var solution: String {
        """
        <Solution>
          <Project Path="\(DotNetProject.app)/\(DotNetProject.app).csproj" />
          <Project Path="\(DotNetProject.appExtension)/\(DotNetProject.appExtension).csproj" />
        </Solution>

        """
    }

    private var sharedProperties: String {
        """
        <Project>
          <!-- For both projects: versions of an app and its extension must be equal. -->
          <PropertyGroup>
            <TargetFramework>\(DotNetProject.framework)</TargetFramework>
            <SupportedOSPlatformVersion>\(settings.minimumSystem)</SupportedOSPlatformVersion>
            <ApplicationDisplayVersion>\(settings.version)</ApplicationDisplayVersion>
            <ApplicationVersion>\(settings.build)</ApplicationVersion>
            <ImplicitUsings>disable</ImplicitUsings>
            <Nullable>disable</Nullable>
          </PropertyGroup>
        </Project>

        """
    }

    private var appProject: String {
        """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Exe</OutputType>
            <RootNamespace>\(namespace)</RootNamespace>
            <AssemblyName>\(namespace)</AssemblyName>
            <ApplicationId>\(settings.bundlePrefix)</ApplicationId>
            <AppIcon>AppIcon</AppIcon>
          </PropertyGroup>
          <ItemGroup>
            <!-- Without IsAppExtension here, and OutputType Library there, the extension is built and not embedded. -->
            <ProjectReference Include="../\(DotNetProject.appExtension)/\(DotNetProject.appExtension).csproj">
              <IsAppExtension>true</IsAppExtension>
            </ProjectReference>
          </ItemGroup>
        </Project>

        """
    }

    private var extensionProject: String {
        """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Library</OutputType>
            <IsAppExtension>true</IsAppExtension>
            <RootNamespace>\(namespace).MessagesExtension</RootNamespace>
            <AssemblyName>\(namespace).MessagesExtension</AssemblyName>
            <ApplicationId>\(settings.bundlePrefix).\(DotNetProject.appExtension)</ApplicationId>
            <!-- Compressed PNG files lose their animation, and their hash differs from catalog.json. -->
            <OptimizePNGs>false</OptimizePNGs>
          </PropertyGroup>
        </Project>

        """
    }

    // MARK: Property lists

    private func plist(_ content: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \(content)</dict>
        </plist>

        """
    }

    private func key(_ key: String, _ value: String) -> String {
        "\t<key>\(key)</key>\n\t<string>\(EscapedText.xml(value))</string>\n"
    }

    private var appInfo: String {
        key("CFBundleDisplayName", settings.name)
            + "\t<key>ITSAppUsesNonExemptEncryption</key>\n\t<false/>\n"
            + "\t<key>UILaunchScreen</key>\n\t<dict/>\n"
            + DotNetProject.list("UIDeviceFamily", ["<integer>1</integer>", "<integer>2</integer>"])
            + orientations("UISupportedInterfaceOrientations", ["Portrait", "LandscapeLeft", "LandscapeRight"])
            + orientations(
                "UISupportedInterfaceOrientations~ipad",
                ["Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight"])
    }

    private func orientations(_ key: String, _ names: [String]) -> String {
        DotNetProject.list(key, names.map { "<string>UIInterfaceOrientation\($0)</string>" })
    }

    private static func list(_ key: String, _ items: [String]) -> String {
        "\t<key>\(key)</key>\n\t<array>\n" + items.map { "\t\t\($0)\n" }.joined() + "\t</array>\n"
    }

    private var extensionInfo: String {
        let contexts = settings.contexts.names
        let supported =
            contexts.isEmpty
            ? "" : DotNetProject.list("MSSupportedPresentationContexts", contexts.map { "<string>\($0)</string>" })
        return key("CFBundleDisplayName", settings.name)
            // stickerd writes this key, because the build may leave it out (dotnet/macios#3955).
            + key("MSMessagesExtensionStoreIconName", CatalogForm.iconSetName) + supported
                + """
                \t<key>NSExtension</key>
                \t<dict>
                \t\t<key>NSExtensionPointIdentifier</key>
                \t\t<string>com.apple.message-payload-provider</string>
                \t\t<key>NSExtensionPrincipalClass</key>
                \t\t<string>\(DotNetProject.principalClass)</string>
                \t</dict>
                \t<key>XSAppIconAssets</key>
                \t<string>Assets.xcassets/\(CatalogForm.iconSetName).stickersiconset</string>

                """
    }

    /// The APIs that the .NET runtime and the client use.
    private static let privacy: String = {
        let reasons = [
            ("FileTimestamp", "C617.1"), ("SystemBootTime", "35F9.1"), ("DiskSpace", "E174.1"),
        ]
        let entries = reasons.map { category, reason in
            """
            \t\t<dict>
            \t\t\t<key>NSPrivacyAccessedAPIType</key>
            \t\t\t<string>NSPrivacyAccessedAPICategory\(category)</string>
            \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
            \t\t\t<array>
            \t\t\t\t<string>\(reason)</string>
            \t\t\t</array>
            \t\t</dict>

            """
        }
        return "\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array>\n\(entries.joined())\t</array>\n"
    }()

    // MARK: Code that belongs to the person

    private var appDelegate: String {
        """
        using Foundation;
        using UIKit;

        namespace \(namespace)
        {
            public static class Program
            {
                static void Main(string[] arguments) { UIApplication.Main(arguments, null, typeof(AppDelegate)); }
            }

            /// <summary>The app around the Messages extension.</summary>
            [Register("AppDelegate")]
            public class AppDelegate : UIApplicationDelegate
            {
                public override UIWindow Window { get; set; }

                public override bool FinishedLaunching(UIApplication application, NSDictionary launchOptions)
                {
                    Window = new UIWindow(UIScreen.MainScreen.Bounds) { RootViewController = new UIViewController() };
                    Window.MakeKeyAndVisible();
                    return true;
                }
            }
        }

        """
    }

    private var controller: String {
        """
        using Foundation;
        using ObjCRuntime;
        using Stickerd;

        namespace \(namespace).MessagesExtension
        {
            /// <summary>Shows the stickers that come with the app. Override members of StickersViewController to change it.</summary>
            [Register("\(DotNetProject.principalClass)")]
            public class \(DotNetProject.principalClass) : StickersViewController
            {
                public \(DotNetProject.principalClass)() { }

                protected \(DotNetProject.principalClass)(NativeHandle handle) : base(handle) { }

                protected override string DevelopmentLanguage { get { return \(EscapedText.csharpLiteral(settings.language)); } }
            }
        }

        """
    }
}
