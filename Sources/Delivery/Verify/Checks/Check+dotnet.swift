/// The checks of projects of .NET for iOS: mistakes that its build does not report.
extension Check {
    static let dotNetExtensionKind = Check(
        "dotnet-extension-kind", .error,
        "The project of an extension has OutputType Library and IsAppExtension true; otherwise .NET does not build an extension.",
        fix: "Set both in the extension's .csproj.")
    static let dotNetFolders = Check(
        "dotnet-nested-projects", .error,
        "The projects of an app and its extension are in folders side by side, because each project includes every "
            + "file below its folder.",
        fix: "Move the extension's folder out of the app's.")
    static let dotNetCatalogName = Check(
        "dotnet-catalog-skipped", .error,
        "An asset catalog of a .NET project is an .xcassets folder, because .NET skips .xcstickers and then icons "
            + "are missing.",
        fix: "Rename the folder to Assets.xcassets, and adapt XSAppIconAssets.")
    static let dotNetMinimumSystem = Check(
        "dotnet-minimum-system", .error,
        "MinimumOSVersion in an Info.plist equals SupportedOSPlatformVersion of the project; otherwise .NET stops "
            + "with E7082.",
        fix: "Remove MinimumOSVersion from the Info.plist.")

    static let dotNetChecks: [Check] = [
        .dotNetExtensionKind, .dotNetFolders, .dotNetCatalogName, .dotNetMinimumSystem,
    ]
}
