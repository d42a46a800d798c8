import Pixels
import Testing
import Vector

@Suite("Effects, clips, masks and gradients of an SVG")
struct SVGEffectTests {

    private func drawn(_ inside: String) throws -> RGBAImage { try Drawing(inside).picture() }

    private static let cases: [DrawnCase] = [
        DrawnCase(
            "a transformation of a mask has no effect",
            ##"""
            <mask id="m" transform="translate(45)"><rect width="45" height="90" fill="#fff"/></mask>
            <rect width="90" height="90" fill="#00f" mask="url(#m)"/>
            """##,
            [(20, 45, .pureBlue), (70, 45, .clear)]),
        DrawnCase(
            "overlapping parts of a clip with the even-odd rule cut no holes",
            ##"""
            <clipPath id="c" clip-rule="evenodd"><rect width="60" height="90"/><rect x="30" width="45" height="90"/></clipPath>
            <g style="clip-path: url(#c)"><rect width="90" height="90" fill="#00f"/></g>
            """##,
            [(45, 45, .pureBlue), (10, 45, .pureBlue), (80, 45, .clear)]),
        DrawnCase(
            "a clip is clipped by its own clip",
            ##"""
            <clipPath id="half"><rect width="45" height="90"/></clipPath>
            <clipPath id="c" clip-path="url(#half)"><rect width="90" height="90"/></clipPath>
            <rect width="90" height="90" fill="#00f" clip-path="url(#c)"/>
            """##,
            [(20, 45, .pureBlue), (70, 45, .clear)]),
        DrawnCase(
            "a blur is cut after it is made",
            ##"""
            <filter id="f"><feGaussianBlur stdDeviation="4" x="30" y="30" width="30" height="30"/></filter>
            <rect x="10" y="10" width="70" height="70" fill="#00f" filter="url(#f)"/>
            """##,
            [(31, 31, .pureBlue), (25, 45, .clear)]),
        DrawnCase(
            "a shadow may have a colour from a variable",
            ##"""
            <style>:root { --shade: #00f }</style><filter id="f" x="-1" y="-1" width="4" height="3">
            <feDropShadow dx="30" dy="0" stdDeviation="0" style="flood-color: var(--shade)"/></filter>
            <rect x="10" y="30" width="20" height="30" fill="#f00" filter="url(#f)"/>
            """##,
            [(20, 45, .pureRed), (50, 45, .pureBlue)]),
    ]

    @Test("an effect, a clip or a mask is drawn as in browsers", arguments: cases)
    func drawing(case: DrawnCase) throws { try `case`.check() }

    @Test(
        "an object with an invalid value in its effect is drawn with the default",
        arguments: [
            #"<feColorMatrix type="none"/>"#, #"<feColorMatrix values=""/>"#, #"<feColorMatrix values="1 2 3"/>"#,
            #"<feComposite operator="z" in="SourceGraphic" in2="SourceAlpha"/>"#,
            #"<feBlend mode="z" in2="SourceGraphic"/>"#,
            #"<feGaussianBlur stdDeviation="5 10 15"/>"#, #"<feGaussianBlur stdDeviation="-4"/>"#,
            #"<feOffset dx="4%"/>"#, #"<feOffset in="gone"/>"#, #"<feOffset in="FillPaint"/>"#,
            #"<feOffset/><feComposite in2="later"/><feOffset result="later"/>"#,
            ##"<feFlood flood-color="#0f0"/><feMerge><feMergeNode/><feMergeNode in="gone"/><feMergeNode in="SourceGraphic"/></feMerge>"##,
        ])
    func invalidEffects(effect: String) throws {
        let picture = try drawn(
            ##"<filter id="f">\##(effect)</filter><circle cx="45" cy="45" r="30" fill="#00f" filter="url(#f)"/>"##)
        #expect(picture[45, 45] == .pureBlue)
        #expect(picture[45, 18] == .pureBlue)
    }

    @Test(
        "a gradient with an invalid value or reference still paints",
        arguments: [
            ##"<linearGradient id="g" href="#gone">STOPS</linearGradient>"##,
            ##"<linearGradient id="g" href="#r">STOPS</linearGradient>"##,
            ##"<radialGradient id="g" href="#g">STOPS</radialGradient>"##,
            ##"<linearGradient id="h" href="#g">STOPS</linearGradient><linearGradient id="g" href="#h">STOPS</linearGradient>"##,
            #"<linearGradient id="g" spreadMethod="none" x1="2" x2="3">STOPS</linearGradient>"#,
            #"<radialGradient id="g" r="-1">STOPS</radialGradient>"#,
            #"<radialGradient id="g" r="0" fx="0.2" spreadMethod="reflect">STOPS</radialGradient>"#,
        ])
    func invalidGradients(gradient: String) throws {
        let stops = ##"<stop offset="5mm" stop-color="#00f"/><stop offset="1" stop-color="#00f"/>"##
        let picture = try drawn(
            gradient.replacing("STOPS", with: stops)
                + ##"<rect id="r" width="90" height="90" fill="url(#g)"/>"##)
        #expect(picture[45, 45] == .pureBlue)
        #expect(picture[2, 80] == .pureBlue)
    }

    @Test(
        "a filter function with an invalid value is not applied",
        arguments: ["blur(-5px)", "blur(5%)", "drop-shadow(red 30% 0 0)"])
    func filterFunctions(filter: String) throws {
        let picture = try drawn(
            ##"<rect x="30" y="30" width="30" height="30" fill="#00f" style="filter: \##(filter)"/>"##)
        #expect(picture[31, 31] == .pureBlue)
        #expect(picture[28, 45] == .clear && picture[63, 45] == .clear)
    }

    @Test(
        "parts of a clip are clipped by their own clips",
        arguments: [
            ##"<rect width="90" height="90" clip-path="url(#half)"/>"##,
            ##"<rect width="90" height="90" fill="none" stroke="red" opacity="0" style="clip-path: url(#half)"/>"##,
        ])
    func nestedClips(part: String) throws {
        let picture = try drawn(
            ##"""
            <clipPath id="half"><rect width="45" height="90"/></clipPath><clipPath id="c">\##(part)</clipPath>
            <clipPath id="d" clip-path="url(#c)" transform="translate(10)"><path d="M0 0h90v90h-90z"/></clipPath>
            <rect width="90" height="90" fill="#00f" clip-path="url(#c)"/>
            <rect y="60" width="90" height="30" fill="#f00" clip-path="url(#d)"/>
            """##)
        #expect(picture[20, 45] == .pureBlue)
        #expect(picture[70, 45] == .clear)
        #expect(picture[5, 75] == .pureBlue)
        #expect(picture[50, 75] == .pureRed)
        #expect(picture[70, 75] == .clear)
    }

    @Test("a spot light without an exponent becomes weaker next to its axis")
    func spotLight() throws {
        let light = { (exponent: String) in
            try drawn(
                ##"""
                <filter id="f" color-interpolation-filters="sRGB"><feDiffuseLighting surfaceScale="0">
                <feSpotLight x="45" y="45" z="20" pointsAtX="45" pointsAtY="45" \##(exponent)/></feDiffuseLighting></filter>
                <rect width="90" height="90" filter="url(#f)"/>
                """##)
        }
        let picture = try light("")
        #expect(picture[75, 45] == (try light(#"specularExponent="1""#))[75, 45])
        #expect(picture[75, 45] != (try light(#"specularExponent="0""#))[75, 45])
    }

    @Test(
        "an effect, a clip or a gradient that is drawn differently is found",
        arguments: [
            (
                "compound-clip",
                ##"<clipPath id="c"><path clip-path="url(#d)"/></clipPath><clipPath id="d"><path clip-path="url(#c)"/></clipPath><rect clip-path="url(#c)"/>"##
            ),
            (
                "turned-clip",
                ##"<mask id="m" width="0.5"><rect/></mask><g transform="rotate(45)"><rect mask="url(#m)"/></g>"##
            ),
            (
                "turned-clip",
                ##"<clipPath id="c" clipPathUnits="objectBoundingBox"><rect/></clipPath><text transform="rotate(45)" clip-path="url(#c)">A</text>"##
            ),
            (
                "turned-paint",
                ##"<linearGradient id="g" gradientTransform="rotate(30)"/><rect transform="skewX(20)" fill="url(#g)"/>"##
            ),
            ("light-value", ##"<filter id="f"><feDiffuseLighting/></filter><g filter="url(#f)"/>"##),
            ("tiled-effect", ##"<filter id="f"><feTile/></filter><g filter="url(#f)"/>"##),
            (
                "placed-picture",
                ##"<filter id="f"><feImage x="4" href="data:,"/></filter><g filter="url(#f)"/>"##
            ),
            (
                "effect-units",
                ##"<filter id="f" primitiveUnits="objectBoundingBox"><feTurbulence/></filter><g filter="url(#f)"/>"##
            ),
            (
                "turned-effect",
                ##"<filter id="f"><feTurbulence/></filter><g transform="rotate(30)" filter="url(#f)"/>"##
            ),
            (
                "wrapped-effect",
                ##"<filter id="f"><feConvolveMatrix edgeMode="none"/></filter><g filter="url(#f)"/>"##
            ),
        ])
    func found(id: String, inside: String) throws {
        #expect(try Drawing(inside).unsupported() == [id])
    }

    @Test(
        "an effect, a clip or a gradient with usual values is neither reported nor rewritten",
        arguments: [
            ##"<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="2" result="b"/><feOffset in="b" dx="1e0" dy="2"/><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 .5 0"/><feBlend mode="normal" in2="b"/></filter><rect filter="url(#f)"/>"##,
            ##"<filter id="f"><feColorMatrix type="saturate" values=".5"/><feFlood result="x"/><feMerge><feMergeNode in="x"/><feMergeNode in="SourceGraphic"/></feMerge></filter><g transform="rotate(30)"><rect filter="url(#f)"/></g>"##,
            ##"<radialGradient id="a"><stop offset="40%"/><stop offset=".9"/></radialGradient><radialGradient id="g" href="#a" r="20" gradientUnits="userSpaceOnUse"/><rect fill="url(#g)"/>"##,
            ##"<linearGradient id="g" gradientTransform="rotate(30)"/><rect transform="rotate(90) scale(2)" fill="url(#g)"/>"##,
            ##"<clipPath id="c"><rect/><circle r="4"/></clipPath><g clip-path="url(#c)"><rect/></g>"##,
            ##"<clipPath id="c"><path clip-rule="evenodd"/></clipPath><g clip-path="url(#c)"><rect/></g>"##,
            ##"<mask id="m" x="-1" width="3"><rect/></mask><g transform="rotate(45)"><rect mask="url(#m)"/></g>"##,
            ##"<g style="filter: drop-shadow(0 2px 4px rgb(0 0 0 / 50%)) blur(2px)"/>"##,
            ##"<filter id="f"><feTile/></filter><rect/>"##,
        ])
    func quiet(inside: String) throws {
        #expect(try Drawing(inside).unsupported() == [])
        #expect(try Drawing(inside).rewritten() == nil)
    }
}
