// swift-tools-version: 6.1
import PackageDescription

extension Target {
    /// A target whose files are in the folder of a layer: `Sources/LAYER/NAME`.
    fileprivate static func target(
        _ name: String, in layer: String, dependencies: [Dependency] = [], resources: [Resource]? = nil
    ) -> Target {
        .target(name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)", resources: resources)
    }

    /// A C library of Debian, or an interface of the kernel. Each is used by exactly one Swift module, except CLinux.
    fileprivate static func binding(_ name: String, package: String?, pkgConfig: String? = nil) -> Target {
        .systemLibrary(
            name: name, path: "Sources/Bindings/\(name)", pkgConfig: pkgConfig, providers: package.map { [.apt([$0])] })
    }
}

extension Array where Element == LinkerSetting {
    /// The linker of the Swift toolchain. GNU ld of Debian 13 leaves the programs without RELRO, the read-only segment for
    /// relocations. `nostart-stop-gc` keeps the sections that only Swift's runtime reads.
    fileprivate static let lld = [
        LinkerSetting.unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "nostart-stop-gc"])
    ]
}

let package = Package(
    name: "stickerd",
    platforms: [.macOS(.v15), .iOS(.v16)],
    products: [
        .executable(name: "stickerd", targets: ["stickerd"]),
        .executable(name: "stickerd-render", targets: ["stickerd-render"]),
        .executable(name: "stickerd-inotify", targets: ["stickerd-inotify"]),
        .executable(name: "stickerd-farm", targets: ["stickerd-farm"]),
        .library(name: "StickerCatalog", targets: ["StickerCatalog"]),
        .library(name: "StickerCatalogCrypto", targets: ["StickerCatalogCrypto"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
        .package(url: "https://github.com/apple/swift-algorithms", .upToNextMinor(from: "1.2.1")),
        .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.2")),
        .package(url: "https://github.com/apple/swift-nio-extras", .upToNextMinor(from: "1.35.2")),
        .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2")),
        .package(url: "https://github.com/apple/swift-protobuf", .upToNextMinor(from: "1.39.0")),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
        .package(url: "https://github.com/hummingbird-project/hummingbird", .upToNextMinor(from: "2.28.1"), traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", .upToNextMinor(from: "2.1.1")),
        .package(url: "https://github.com/swiftlang/swift-subprocess", .upToNextMinor(from: "1.0.2")),
    ],
    targets: [
        // Bindings: interfaces in C.
        // vips.pc lists flags that SwiftPM warns about. Beyond /usr/include, its headers only need GObject's.
        .binding("CVips", package: "libvips-dev", pkgConfig: "gobject-2.0"),
        .binding("CWebP", package: "libwebp-dev"),
        .binding("CImagequant", package: "libimagequant-dev"),
        .binding("CDeflate", package: "libdeflate-dev"),
        .binding("CZopfli", package: "libzopfli-dev"),
        .binding("CInotify", package: "libinotifytools0-dev"),
        .binding("CGIF", package: "libcgif-dev"),
        .binding("CX264", package: "libx264-dev"),
        .binding("CRsvg", package: "librsvg2-dev", pkgConfig: "cairo-gobject"),
        .binding("COpenSSL", package: "libssl-dev"),
        .binding("CXML", package: "libxml2-dev", pkgConfig: "libxml-2.0"),
        .binding("CFontconfig", package: "libfontconfig-dev"),
        .binding("CSeccomp", package: "libseccomp-dev", pkgConfig: "libseccomp"),
        .binding("CGRPC", package: "libgrpc-dev"),
        .binding("CLinux", package: nil),
        // pthread_create for the libraries of stickerd (docs/decisions/refused-threads.md).
        .target("CThreads", in: "Bindings"),

        // System: interfaces of the operating system.
        .target("FileAccess", in: "System"),
        .target("CryptoPrimitives", in: "System", dependencies: ["COpenSSL"]),
        // Escapes foreign text for every format that stickerd writes.
        .target("TextEscaping", in: "System"),
        .target("Sandbox", in: "System", dependencies: ["CLinux", "CSeccomp"]),
        // Messages between stickerd-inotify and stickerd. Only stickerd-inotify may depend on Inotify, whose library is
        // GPL-2-only (docs/reference/licensing.md).
        .target("InotifyProtocol", in: "System"),
        .target("Inotify", in: "System", dependencies: ["CInotify", "InotifyProtocol"]),
        // Frames between stickerd and its render program, and their order (docs/decisions/render-protocol.md).
        .target("RenderProtocol", in: "System", dependencies: ["CLinux"]),
        // Messages between stickerd-farm and stickerd (docs/decisions/remote-execution.md).
        .target("FarmProtocol", in: "System", dependencies: ["RenderProtocol"]),
        // The functions of any good service: hooks, metrics, health, logs, signals.
        .target(
            "Service", in: "System",
            dependencies: [
                "FileAccess", "JobModel", "StickerConfiguration", "TextEscaping",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),

        // What people type and read in a terminal, as values.
        .target("Terminal", in: "System", dependencies: ["StickerConfiguration"]),

        // StickerKit: the manifest, for stickerd and for apps, and the client for apps. They only depend on Foundation.
        .target("StickerManifest", in: "StickerKit"),
        .target("StickerCatalog", in: "StickerKit", dependencies: ["StickerManifest"]),
        // The sources of both as data, for `stickerd export app`.
        .target(
            name: "ClientSources", path: "Sources/StickerKit", exclude: ["StickerCatalogCrypto"],
            sources: ["ClientSources"],
            resources: [.embedInCode("StickerManifest"), .embedInCode("StickerCatalog"), .embedInCode("LICENSE")]),
        // Checks signatures of manifests without CryptoKit.
        .target(
            "StickerCatalogCrypto", in: "StickerKit",
            dependencies: [
                "StickerManifest", .target(name: "CryptoPrimitives", condition: .when(platforms: [.linux])),
            ]),

        // Imaging: pixels and their files. ImageHeaders reads the headers of files, and decodes nothing.
        .target("Pixels", in: "Imaging"),
        .target("Deflate", in: "Imaging", dependencies: ["CDeflate"]),
        .target("ImageHeaders", in: "Imaging", dependencies: ["Deflate"]),
        .target("PNG", in: "Imaging", dependencies: ["CZopfli", "Deflate", "ImageHeaders", "Pixels"]),
        .target("GIF", in: "Imaging", dependencies: ["CGIF", "ImageHeaders", "Pixels"]),
        .target("WebP", in: "Imaging", dependencies: ["CWebP", "Pixels"]),
        .target("Film", in: "Imaging", dependencies: ["CX264", "Pixels"]),
        .target("Vips", in: "Imaging", dependencies: ["CVips", "Pixels"]),
        .target("Vector", in: "Imaging", dependencies: ["CFontconfig", "CRsvg", "CXML", "ImageHeaders", "Pixels"]),
        .target("Quantizer", in: "Imaging", dependencies: ["CImagequant", "Pixels"]),

        // Model: jobs, recipes, results, rules and findings, as values.
        .target(
            "JobModel", in: "Model",
            dependencies: ["CryptoPrimitives", "FileAccess", "ImageHeaders", "StickerManifest"]),

        // Texts for people, a table per language.
        .target(
            "Texts", in: "Model", dependencies: ["JobModel", "StickerManifest"], resources: [.embedInCode("Resources")]),

        // Sheets as values: the content and layout of a page, measured without a font or a picture.
        .target(
            "SheetModel", in: "Model",
            dependencies: ["Deflate", "ImageHeaders", "JobModel", "Pixels", "StickerManifest", "TextEscaping", "Texts"]),

        // The requests to the render program, and its answers.
        .target("WorkerProtocol", in: "Model", dependencies: ["JobModel", "SheetModel"]),

        // Rendering: from a job to its files. One module, because its loops are compiled together.
        .target(
            "StickerRendering", in: "Rendering",
            dependencies: [
                "CLinux", "CryptoPrimitives", "Deflate", "Film", "GIF", "ImageHeaders", "JobModel", "Pixels",
                "PNG",
                "Quantizer", "SheetModel", "StickerManifest", "Vector", "Vips", "WebP", "TextEscaping",
            ]),
        // Draws sheets: pages of the preview sheets, PDFs, and the pictures of pages for browsers.
        .target(
            "SheetRendering", in: "Rendering",
            dependencies: [
                "JobModel", "Pixels", "PNG", "SheetModel", "StickerManifest", "StickerRendering", "Texts", "Vector",
                "Vips",
            ]),

        // Engine: determines the jobs, and publishes their results.
        .target(
            "StickerConfiguration", in: "Engine",
            dependencies: ["ImageHeaders", "JobModel", "StickerManifest"]),
        .target(
            "Intake", in: "Engine",
            dependencies: [
                "CryptoPrimitives", "FileAccess", "ImageHeaders", "JobModel", "StickerManifest", "StickerConfiguration",
                "Texts",
                .product(name: "Algorithms", package: "swift-algorithms"),
            ]),
        .target(
            "Publishing", in: "Engine",
            dependencies: [
                "CLinux", "CryptoPrimitives", "FileAccess", "ImageHeaders", "Intake", "JobModel", "StickerManifest",
                "StickerConfiguration", "TextEscaping",
                .product(name: "Algorithms", package: "swift-algorithms"),
            ]),
        // Messages between a running engine and commands.
        .target("ControlSocket", in: "Engine", dependencies: ["CLinux", "FileAccess", "JobModel"]),
        // People's decisions about the stickers.
        .target(
            "Decisions", in: "Engine",
            dependencies: [
                "FileAccess", "JobModel", "Publishing", "StickerConfiguration", "StickerManifest", "TextEscaping",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // Reports for people, from values: HTML, JUnit, SARIF, and the layout of sheets on paper.
        .target(
            "Reports", in: "Engine",
            dependencies: [
                "FileAccess", "Intake", "JobModel", "Publishing", "SheetModel", "StickerManifest", "TextEscaping",
                "Texts",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            resources: [.embedInCode("Resources")]),
        // Errors about the machine, and the programs that are installed together.
        .target("EngineSupport", in: "Engine", dependencies: ["FileAccess", "JobModel", "Publishing"]),
        // The state between runs, and the ownership of an output.
        .target(
            "StateDatabase", in: "Engine",
            dependencies: [
                "Decisions", "EngineSupport", "FileAccess", "JobModel", "Publishing", "StickerConfiguration",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // Detects changes of the drop folder, complete files, and removals that may be an accident.
        .target(
            "DropWatcher", in: "Engine",
            dependencies: [
                "CLinux", "EngineSupport", "FileAccess", "InotifyProtocol", "Intake", "JobModel",
                "StickerConfiguration",
                .product(name: "Logging", package: "swift-log"),
            ]),
        // Saved published states, and publish holds.
        .target(
            "Snapshots", in: "Engine",
            dependencies: [
                "EngineSupport", "FileAccess", "JobModel", "Publishing", "Reports", "StateDatabase", "StickerManifest",
                "StickerConfiguration",
                .product(name: "Algorithms", package: "swift-algorithms"),
            ]),
        // Processes of stickerd-render, and the requests to them.
        .target(
            "WorkerPool", in: "Engine",
            dependencies: [
                "CLinux", "CryptoPrimitives", "Deflate", "EngineSupport", "FarmProtocol", "FileAccess", "ImageHeaders",
                "JobModel", "Publishing",
                "RenderProtocol", "Service", "SheetModel", "StickerConfiguration", "TextEscaping", "WorkerProtocol",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            resources: [.embedInCode("Canaries")]),
        // Runs the jobs and publishes.
        .target(
            "BuildEngine", in: "Engine",
            dependencies: [
                "ControlSocket",
                "CLinux", "Decisions", "DropWatcher", "EngineSupport", "FarmProtocol", "FileAccess", "ImageHeaders",
                "Intake", "JobModel", "Publishing", "Reports", "Service", "SheetModel", "Snapshots", "StateDatabase",
                "StickerManifest", "StickerConfiguration", "WorkerPool", "WorkerProtocol", "TextEscaping", "Texts",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),

        // Delivery: exports to Xcode and their checks, the files with which an app is built or that it downloads from a plain web
        // server, and the HTTP servers. Only Web depends on a web server.
        .target(
            "XcodeExport", in: "Delivery", dependencies: ["JobModel", "Publishing", "StickerManifest", "TextEscaping"]),
        .target(
            "Verify", in: "Delivery",
            dependencies: ["Deflate", "ImageHeaders", "JobModel", "Publishing", "StickerManifest", "XcodeExport"]),
        .target(
            "AppExport", in: "Delivery",
            dependencies: [
                "ClientSources", "CryptoPrimitives", "JobModel", "Publishing", "StickerManifest", "TextEscaping",
            ]),
        // The C# client is data, for `stickerd export dotnet`.
        .target(
            "DotNetExport", in: "Delivery",
            dependencies: ["AppExport", "ClientSources", "JobModel", "TextEscaping", "XcodeExport"],
            resources: [.embedInCode("Resources")]),
        .target(
            "Web", in: "Delivery",
            dependencies: [
                "Decisions", "Deflate", "JobModel", "Publishing", "Service", "StickerManifest",
                "StickerConfiguration", "TextEscaping", "Texts",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            resources: [.embedInCode("Resources")]),

        // Farm: a client of the Remote Execution API, for stickerd-farm only (docs/decisions/remote-execution.md).
        .target("GRPCChannel", in: "Farm", dependencies: ["CGRPC", "FileAccess"]),
        // Generated by scripts/remote-execution-messages.
        .target(
            name: "RemoteExecutionMessages",
            dependencies: [.product(name: "SwiftProtobuf", package: "swift-protobuf")],
            path: "Sources/Farm/RemoteExecutionMessages", exclude: ["protos"]),
        .target(
            "RemoteExecution", in: "Farm",
            dependencies: [
                "CryptoPrimitives", "FarmProtocol", "FileAccess", "GRPCChannel", "JobModel", "RemoteExecutionMessages",
                "TextEscaping",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ]),

        // The programs.
        // Decodes and draws, and is the only one that links image libraries.
        .executableTarget(
            name: "stickerd-render",
            dependencies: [
                "CLinux", "FileAccess", "ImageHeaders", "JobModel", "Pixels", "RenderProtocol", "Sandbox", "SheetModel",
                "SheetRendering",
                "StickerRendering", "Vips", "WorkerProtocol",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], linkerSettings: .lld),
        .executableTarget(
            name: "stickerd-inotify", dependencies: ["Inotify", "InotifyProtocol"], linkerSettings: .lld),
        .executableTarget(
            name: "stickerd-farm",
            dependencies: ["FarmProtocol", "FileAccess", "JobModel", "RemoteExecution", "RenderProtocol"],
            linkerSettings: .lld),
        .executableTarget(
            name: "stickerd",
            dependencies: [
                "ControlSocket",
                "AppExport", "BuildEngine", "CThreads", "Decisions", "DotNetExport", "DropWatcher", "EngineSupport",
                "FileAccess",
                "Intake", "JobModel", "Publishing", "Reports", "Service", "SheetModel", "Snapshots", "StickerManifest",
                "StickerConfiguration", "Terminal", "Texts", "Verify",
                "Web", "WorkerPool", "WorkerProtocol", "XcodeExport", "TextEscaping",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.embedInCode("Resources")], linkerSettings: .lld),

        .testTarget(
            name: "StickerCatalogTests",
            dependencies: [
                "AppExport", "JobModel", "PublishedSamples", "Publishing", "StickerCatalog", "StickerManifest",
                "StickerCatalogCrypto", "TestSupport", "Web",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.copy("AppleHeaders")]),
        .testTarget(
            name: "AppExportTests",
            dependencies: [
                "AppExport", "ClientSources", "PublishedSamples", "Publishing", "StickerCatalogCrypto",
                "StickerManifest", "TestSupport",
            ]),
        .testTarget(name: "TerminalTests", dependencies: ["Terminal"]),
        .testTarget(
            name: "TextsTests", dependencies: ["Intake", "JobModel", "StickerManifest", "TestSupport", "Texts"]),
        .testTarget(name: "TextEscapingTests", dependencies: ["TestSupport", "TextEscaping"]),
        .testTarget(name: "CryptoPrimitivesTests", dependencies: ["CryptoPrimitives"]),
        .testTarget(
            name: "PNGTests",
            dependencies: [
                "Deflate", "ImageHeaders", "Pixels", "PNG", "TestSupport",
            ]),
        .testTarget(
            name: "GIFTests",
            dependencies: [
                "GIF", "ImageHeaders", "Pixels", "PNG", "Vips",
            ]),
        .testTarget(name: "FilmTests", dependencies: ["Film", "Pixels"]),
        .testTarget(name: "VipsTests", dependencies: ["Pixels", "Vips"]),
        .testTarget(name: "VectorTests", dependencies: ["Pixels", "Vector"]),
        .testTarget(name: "InotifyTests", dependencies: ["Inotify", "InotifyProtocol"]),
        .testTarget(name: "RenderProtocolTests", dependencies: ["RenderProtocol"]),
        .testTarget(
            name: "RemoteExecutionTests",
            dependencies: [
                "FarmProtocol", "JobModel", "RemoteExecution", "RemoteExecutionMessages", "RenderProtocol",
                "TestSupport",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ]),
        .testTarget(
            name: "ControlSocketTests", dependencies: ["ControlSocket", "FileAccess", "TestSupport"]),
        .testTarget(name: "InotifyProtocolTests", dependencies: ["InotifyProtocol"]),
        .testTarget(name: "QuantizerTests", dependencies: ["Pixels", "Quantizer"]),
        .testTarget(
            name: "PipelineTests",
            dependencies: [
                "Deflate", "FileAccess", "ImageHeaders", "Intake", "JobModel", "Pixels", "PNG", "Publishing",
                "Snapshots",
                "StickerManifest", "StickerConfiguration", "StickerRendering", "TestSupport", "Vips",
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Deflate", "Intake", "JobModel", "Pixels", "PNG", "Publishing", "Reports", "SheetModel",
                "SheetRendering", "StickerManifest", "StickerRendering", "TestSupport", "Vips", "TextEscaping", "Texts",
            ]),
        .testTarget(
            name: "XcodeExportTests",
            dependencies: [
                "JobModel", "StickerManifest", "TestSupport", "XcodeExport",
            ]),
        .testTarget(
            name: "VerifyTests",
            dependencies: [
                "Deflate", "JobModel", "Pixels", "PNG", "StickerManifest", "TestSupport", "Verify",
                "XcodeExport",
            ]),
        .testTarget(
            name: "DotNetExportTests",
            dependencies: [
                "AppExport", "DotNetExport", "JobModel", "PublishedSamples", "Publishing", "StickerCatalog",
                "StickerManifest",
                "TestSupport", "Verify", "XcodeExport",
            ],
            resources: [.copy("CSharp")]),
        .testTarget(
            name: "StateDatabaseTests",
            dependencies: [
                "EngineSupport", "FileAccess", "JobModel", "StateDatabase", "StickerConfiguration",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "DropWatcherTests",
            dependencies: [
                "DropWatcher", "EngineSupport", "FileAccess", "InotifyProtocol", "Intake", "StickerConfiguration",
                "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "WorkerPoolTests",
            dependencies: [
                "FarmProtocol", "FileAccess", "JobModel", "RenderProtocol", "StickerConfiguration", "TestSupport",
                "WorkerPool", "WorkerProtocol",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "BuildEngineTests",
            dependencies: [
                "BuildEngine", "Decisions", "DropWatcher", "EngineSupport", "FileAccess", "Intake", "JobModel",
                "Publishing", "Reports", "Snapshots", "StateDatabase", "StickerManifest", "StickerConfiguration",
                "TestSupport",
                "Texts", "WorkerPool",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // Shared code of the tests of several modules.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .executableTarget(
            name: "ServiceProbe",
            dependencies: [
                "Service", "StickerConfiguration", "Web",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/ServiceProbe"),
        .executableTarget(
            name: "PublishProbe", dependencies: ["BuildEngine", "Publishing", "StickerConfiguration", "WorkerPool"],
            path: "Tests/PublishProbe"),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "FileAccess", "Service", "ServiceProbe", "StickerConfiguration", "TestSupport", "TextEscaping",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "PublishedSamples",
            dependencies: [
                "JobModel", "Publishing", "StickerManifest", "TestSupport", "Web",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/PublishedSamples"),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "Decisions", "PublishedSamples", "Publishing", "Service", "StickerManifest",
                "StickerConfiguration", "TestSupport", "Web",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        .testTarget(
            name: "DecisionsTests",
            dependencies: [
                "Decisions", "Publishing", "StickerManifest",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "BuildEngine", "ControlSocket", "CryptoPrimitives", "Decisions", "Deflate", "EngineSupport",
                "FileAccess",
                "ImageHeaders", "JobModel", "Pixels", "PNG", "PublishProbe", "Publishing", "Reports", "StateDatabase",
                "StickerCatalog", "StickerCatalogCrypto", "StickerManifest", "StickerConfiguration", "RenderProtocol",
                "StickerRendering", "TestSupport", "Vips", "WorkerPool", "WorkerProtocol",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
