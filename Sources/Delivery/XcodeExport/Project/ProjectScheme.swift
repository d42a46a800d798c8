import TextEscaping

/// A shared scheme that runs an extension in Messages.
struct ProjectScheme {
    struct Target {
        var id: String
        var name: String
        /// The product's file name.
        var product: String
    }

    let project: String
    let app: Target
    let appExtension: Target

    var text: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Scheme
           LastUpgradeVersion = "2660"
           wasCreatedForAppExtension = "YES"
           version = "2.0">
           <BuildAction
              parallelizeBuildables = "YES"
              buildImplicitDependencies = "YES">
              <BuildActionEntries>
        \(entry(appExtension))
        \(entry(app))
              </BuildActionEntries>
           </BuildAction>
           <TestAction
              buildConfiguration = "Debug"
              selectedDebuggerIdentifier = "Xcode.DebuggerFoundation.Debugger.LLDB"
              selectedLauncherIdentifier = "Xcode.DebuggerFoundation.Launcher.LLDB"
              shouldUseLaunchSchemeArgsEnv = "YES">
              <Testables>
              </Testables>
           </TestAction>
           <LaunchAction
              buildConfiguration = "Debug"
              selectedDebuggerIdentifier = ""
              selectedLauncherIdentifier = "Xcode.IDEFoundation.Launcher.PosixSpawn"
              launchStyle = "0"
              askForAppToLaunch = "Yes"
              useCustomWorkingDirectory = "NO"
              ignoresPersistentStateOnLaunch = "NO"
              debugDocumentVersioning = "YES"
              debugServiceExtension = "internal"
              allowLocationSimulation = "YES"
              launchAutomaticallySubstyle = "2">
              <RemoteRunnable
                 runnableDebuggingMode = "1"
                 BundleIdentifier = "com.apple.MobileSMS">
        \(reference(appExtension, indent: 9))
              </RemoteRunnable>
              <MacroExpansion>
        \(reference(app, indent: 9))
              </MacroExpansion>
           </LaunchAction>
           <ProfileAction
              buildConfiguration = "Release"
              shouldUseLaunchSchemeArgsEnv = "YES"
              savedToolIdentifier = ""
              useCustomWorkingDirectory = "NO"
              debugDocumentVersioning = "YES"
              askForAppToLaunch = "Yes"
              launchAutomaticallySubstyle = "2">
              <BuildableProductRunnable
                 runnableDebuggingMode = "0">
        \(reference(app, indent: 9))
              </BuildableProductRunnable>
           </ProfileAction>
           <AnalyzeAction
              buildConfiguration = "Debug">
           </AnalyzeAction>
           <ArchiveAction
              buildConfiguration = "Release"
              revealArchiveInOrganizer = "YES">
           </ArchiveAction>
        </Scheme>

        """
    }

    private func entry(_ target: Target) -> String {
        """
                 <BuildActionEntry
                    buildForTesting = "YES"
                    buildForRunning = "YES"
                    buildForProfiling = "YES"
                    buildForArchiving = "YES"
                    buildForAnalyzing = "YES">
        \(reference(target, indent: 12))
                 </BuildActionEntry>
        """
    }

    private func reference(_ target: Target, indent: Int) -> String {
        [
            "<BuildableReference", "   BuildableIdentifier = \"primary\"", "   BlueprintIdentifier = \"\(target.id)\"",
            "   BuildableName = \"\(MarkupText.escaped(target.product))\"",
            "   BlueprintName = \"\(MarkupText.escaped(target.name))\"",
            "   ReferencedContainer = \"container:\(MarkupText.escaped(project)).xcodeproj\">",
            "</BuildableReference>",
        ].map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }
}
