/// Build settings that all targets share. Versions stand here and nowhere else, so that those of an app and its extension
/// cannot differ.
struct ProjectWideSettings {
    let debug: ProjectFile.Object
    let release: ProjectFile.Object

    init(_ settings: ProjectSettings) {
        var common: ProjectFile.Object = [
            "ALWAYS_SEARCH_USER_PATHS": "NO", "CLANG_ENABLE_MODULES": "YES", "CLANG_ENABLE_OBJC_ARC": "YES",
            "COPY_PHASE_STRIP": "NO", "CURRENT_PROJECT_VERSION": .text(settings.build),
            "ENABLE_USER_SCRIPT_SANDBOXING": "YES", "GCC_NO_COMMON_BLOCKS": "YES",
            "IPHONEOS_DEPLOYMENT_TARGET": .text(settings.minimumSystem), "MARKETING_VERSION": .text(settings.version),
            "SDKROOT": "iphoneos", "TARGETED_DEVICE_FAMILY": "1,2",
        ]
        if let team = settings.team { common["DEVELOPMENT_TEAM"] = .text(team) }
        debug = common.merging([
            "DEBUG_INFORMATION_FORMAT": "dwarf", "ENABLE_TESTABILITY": "YES", "GCC_OPTIMIZATION_LEVEL": "0",
            "ONLY_ACTIVE_ARCH": "YES", "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "DEBUG",
            "SWIFT_OPTIMIZATION_LEVEL": "-Onone",
        ]) { $1 }
        release = common.merging([
            "DEBUG_INFORMATION_FORMAT": "dwarf-with-dsym", "ENABLE_NS_ASSERTIONS": "NO",
            "SWIFT_COMPILATION_MODE": "wholemodule", "VALIDATE_PRODUCT": "YES",
        ]) { $1 }
    }
}
