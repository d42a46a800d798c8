import JobModel
import StickerManifest
import StickerRendering
import Testing

@Suite("A fingerprint")
struct FingerprintTests {
    private let versions = ["libvips": "8.14.1", "libpng": "1.6.39"]
    private let recipe = Recipe.small(backgrounds: [
        Background(name: "white", fill: .colour("#ffffff")),
        Background(name: "photo", fill: .image(sha256: "1")),
    ])

    private func of(_ recipe: Recipe, sha256: String = "s", versions: [String: String]? = nil) -> String {
        let fingerprint = Fingerprint(identity: RenderIdentity(libraries: versions ?? self.versions))
        return fingerprint.of(sha256: sha256, recipe: recipe)
    }

    @Test("is a SHA-256, and the same for the same source, recipe and versions")
    func same() {
        #expect(of(recipe) == of(recipe))
        #expect(of(recipe).count == 64)
        let fingerprint = Fingerprint(identity: RenderIdentity(libraries: versions))
        #expect(fingerprint.of(sha256: "s", recipe: recipe) == fingerprint.of(sha256: "s", recipe: recipe))
    }

    @Test("differs for another source, or for another version of a library")
    func different() {
        #expect(of(recipe, sha256: "t") != of(recipe))
        #expect(of(recipe, versions: ["libvips": "8.14.2", "libpng": "1.6.39"]) != of(recipe))
        #expect(of(recipe, versions: ["libvips": "8.14.1"]) != of(recipe))
    }

    @Test("differs for each setting that affects the result")
    func settings() {
        let changes: [(inout Recipe) -> Void] = [
            { $0.size = .large }, { $0.render.trim = false }, { $0.render.trimThreshold = 9 },
            { $0.render.padding = 0.07 }, { $0.encode.effort = .max }, { $0.encode.fidelityTarget = 0.9 },
            { $0.encode.fidelityFloor = 0.9 }, { $0.encode.byteLimit = 1 }, { $0.encode.maximumColours = 9 },
            { $0.encode.dither = .off }, { $0.backgrounds[0].name = "snow" },
            { $0.backgrounds[0].fill = .colour("#fffffe") },
            { $0.backgrounds[1].fill = .image(sha256: "2") }, { $0.backgrounds.swapAt(0, 1) },
            { $0.ruleLimits = ["touches-edge": 20] },
        ]
        var seen: Set<String> = [of(recipe)]
        for change in changes {
            var changed = recipe
            change(&changed)
            #expect(seen.insert(of(changed)).inserted)
        }
    }

    @Test("is the same whether the recipe is new, known, or has been forgotten because of many others")
    func manyRecipes() {
        let fingerprint = Fingerprint(identity: RenderIdentity(libraries: versions))
        for round in 0..<2 {
            for padding in 0..<300 {
                var recipe = recipe
                recipe.render.padding = Double(padding) / 1000
                guard padding % 100 == 0 else {
                    _ = fingerprint.of(sha256: "s", recipe: recipe)
                    continue
                }
                #expect(fingerprint.of(sha256: "s", recipe: recipe) == of(recipe), "\(round)")
                #expect(fingerprint.shared(recipe).value == recipe)
            }
        }
    }

    @Test("is the same with other fonts: only sheets and text in SVG depend on them")
    func fonts() {
        let fingerprint = Fingerprint(identity: RenderIdentity(libraries: versions, fonts: "other"))
        #expect(fingerprint.of(sha256: "s", recipe: recipe) == of(recipe))
    }

    @Test("contains the libraries that affect bytes")
    func toolchain() throws {
        _ = try PipelineFixture()
        let versions = RendererDescription.current.identity.libraries
        for library in ["libvips", "libimagequant", "libdeflate", "libpng"] {
            #expect(versions[library]?.contains(".") == true, "\(library)")
        }
    }

    @Test("contains the version of zopfli, which only its file's name has")
    func zopfli() {
        #expect(RenderIdentity.loadedLibraries["zopfli"]?.wholeMatch(of: /[0-9]+(\.[0-9]+)+/) != nil)
    }
}
