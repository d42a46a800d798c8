// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "stickerd",
    platforms: [.macOS(.v15), .iOS(.v16)],
    products: [
        .executable(name: "stickerd", targets: ["stickerd"]),
        .executable(name: "stickerd-inotify", targets: ["stickerd-inotify"]),
        .library(name: "StickerCatalog", targets: ["StickerCatalog"]),
        .library(name: "StickerCatalogCrypto", targets: ["StickerCatalogCrypto"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
        .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.2")),
        .package(url: "https://github.com/apple/swift-nio-extras", .upToNextMinor(from: "1.35.2")),
        .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2")),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
        .package(url: "https://github.com/hummingbird-project/hummingbird", .upToNextMinor(from: "2.28.1"), traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", .upToNextMinor(from: "2.1.1")),
        .package(url: "https://github.com/swiftlang/swift-subprocess", .upToNextMinor(from: "1.0.2")),
    ],
    targets: [
        // Debian's C libraries: each has exactly one Swift module above it.
        // vips.pc lists flags SwiftPM warns about; all that its headers need beyond /usr/include is GObject's.
        .systemLibrary(name: "CVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CImagequant", providers: [.apt(["libimagequant-dev"])]),
        .systemLibrary(name: "CDeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CZopfli", providers: [.apt(["libzopfli-dev"])]),
        .systemLibrary(name: "CInotify", providers: [.apt(["libinotifytools0-dev"])]),
        .systemLibrary(name: "CGIF", providers: [.apt(["libcgif-dev"])]),
        .systemLibrary(name: "CRsvg", pkgConfig: "cairo-pdf", providers: [.apt(["librsvg2-dev"])]),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CFontconfig", providers: [.apt(["libfontconfig-dev"])]),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CLinux"),

        // What everything stands on.
        .target(name: "Pixels"),
        .target(name: "CryptoPrimitives", dependencies: ["COpenSSL"]),
        .target(name: "StickerCatalog"),
        // Checks signatures of manifests where there is no CryptoKit.
        .target(
            name: "StickerCatalogCrypto",
            dependencies: [
                "StickerCatalog", .target(name: "CryptoPrimitives", condition: .when(platforms: [.linux])),
            ]),
        .target(name: "Vips", dependencies: ["CVips", "Pixels"]),
        .target(name: "PNG", dependencies: ["CDeflate", "CZopfli", "Pixels"]),
        .target(name: "GIF", dependencies: ["CGIF", "Pixels", "PNG"]),
        .target(name: "Vector", dependencies: ["CFontconfig", "CRsvg", "CXML", "Pixels"]),
        .target(name: "Quantizer", dependencies: ["CImagequant", "Pixels"]),
        // What stickerd-inotify and stickerd say to each other. Nothing but stickerd-inotify may depend on Inotify: its
        // library is GPL-2-only (docs/licensing.md).
        .target(name: "InotifyProtocol"),
        .target(name: "Inotify", dependencies: ["CInotify", "InotifyProtocol"]),
        .executableTarget(name: "stickerd-inotify", dependencies: ["Inotify", "InotifyProtocol"]),
        // What stickerd and its renderers say to each other.
        .target(name: "RenderProtocol", dependencies: ["CLinux"]),
        .target(name: "Sandbox", dependencies: ["CLinux", "CSeccomp"]),

        // The way of a file, a folder a stage.
        .target(
            name: "Pipeline",
            dependencies: [
                "CLinux", "CryptoPrimitives", "GIF", "Pixels", "PNG", "Quantizer", "StickerCatalog", "Vector", "Vips",
            ]),
        // What people look at.
        .target(
            name: "Review",
            dependencies: [
                "Pipeline", "Pixels", "PNG", "StickerCatalog", "Vector", "Vips",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            resources: [.embedInCode("Resources")]),
        // What people decided about the stickers.
        .target(
            name: "Decisions",
            dependencies: ["Pipeline", "StickerCatalog", .product(name: "GRDB", package: "GRDB.swift")]),
        // What leads into Xcode, and what checks it.
        .target(name: "XcodeExport", dependencies: ["Pipeline", "StickerCatalog"]),
        .target(name: "Verify", dependencies: ["GIF", "Pipeline", "PNG", "StickerCatalog", "XcodeExport"]),
        // What runs the jobs and keeps the books.
        .target(
            name: "Daemon",
            dependencies: [
                "CLinux", "Decisions", "InotifyProtocol", "Pipeline", "Review", "Sandbox", "Service", "StickerCatalog",
                "XcodeExport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        // What makes a process a good service, whatever it does: hooks, metrics, health, logs, signals.
        .target(
            name: "Service",
            dependencies: [
                "Pipeline",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        // What is served over HTTP. Nothing below it weighs a web server.
        .target(
            name: "Web",
            dependencies: [
                "Decisions", "Pipeline", "PNG", "Service", "StickerCatalog",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            resources: [.embedInCode("Resources")]),
        // What an app is built with, or downloads from a plain web server.
        .target(
            name: "AppExport",
            dependencies: ["CryptoPrimitives", "Pipeline", "StickerCatalog"]),
        .executableTarget(
            name: "stickerd",
            dependencies: [
                "AppExport", "Daemon", "Decisions", "Pipeline", "Review", "Sandbox", "Service", "StickerCatalog",
                "Verify", "Web", "XcodeExport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.embedInCode("Resources")]),

        .testTarget(
            name: "StickerCatalogTests",
            dependencies: [
                "AppExport", "Pipeline", "PublishedSamples", "StickerCatalog", "StickerCatalogCrypto", "Web",
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            resources: [.copy("Stubs")]),
        .testTarget(name: "AppExportTests", dependencies: ["AppExport", "PublishedSamples", "StickerCatalog"]),
        .testTarget(name: "CryptoPrimitivesTests", dependencies: ["CryptoPrimitives"]),
        .testTarget(name: "PNGTests", dependencies: ["PNG", "Pixels"]),
        .testTarget(name: "GIFTests", dependencies: ["GIF", "Pixels", "PNG", "Vips"]),
        .testTarget(name: "VipsTests", dependencies: ["Pixels", "Vips"]),
        .testTarget(name: "VectorTests", dependencies: ["Pixels", "Vector"]),
        .testTarget(name: "InotifyTests", dependencies: ["Inotify", "InotifyProtocol"]),
        .testTarget(name: "RenderProtocolTests", dependencies: ["RenderProtocol"]),
        .testTarget(name: "InotifyProtocolTests", dependencies: ["InotifyProtocol"]),
        .testTarget(name: "QuantizerTests", dependencies: ["Pixels", "Quantizer"]),
        .testTarget(
            name: "PipelineTests", dependencies: ["Pipeline", "Pixels", "PNG", "StickerCatalog", "Vips"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "ReviewTests", dependencies: ["Pipeline", "Pixels", "PNG", "Review", "StickerCatalog", "Vips"]),
        .testTarget(
            name: "XcodeExportTests",
            dependencies: ["Pipeline", "Pixels", "PNG", "StickerCatalog", "TestSupport", "XcodeExport"]),
        .testTarget(
            name: "VerifyTests",
            dependencies: ["Pipeline", "Pixels", "PNG", "StickerCatalog", "TestSupport", "Verify", "XcodeExport"]),
        .testTarget(
            name: "DaemonTests",
            dependencies: [
                "Daemon", "Pipeline", "StickerCatalog", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // What tests of several modules need.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .executableTarget(
            name: "ServiceProbe",
            dependencies: ["Pipeline", "Service", "Web", .product(name: "Logging", package: "swift-log")],
            path: "Tests/ServiceProbe"),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "Pipeline", "Service", "ServiceProbe", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "PublishedSamples",
            dependencies: ["Pipeline", "StickerCatalog", "Web", .product(name: "Logging", package: "swift-log")],
            path: "Tests/PublishedSamples"),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "Decisions", "Pipeline", "PublishedSamples", "Service", "StickerCatalog", "TestSupport", "Web",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        .testTarget(
            name: "DecisionsTests",
            dependencies: [
                "Decisions", "Pipeline", "StickerCatalog", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Daemon", "Pipeline", "Pixels", "PNG", "StickerCatalog", "StickerCatalogCrypto", "TestSupport", "Vips",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
