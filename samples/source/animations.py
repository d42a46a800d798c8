"""Draws the frames of the samples that move, as SVG: animations.py NAME FOLDER. Used by scripts/samples.

Each drawing is a function of the time t, from 0 to 1, and the same at both ends: so every animation closes seamlessly.
Frames of different length are made by looking at unequal times; their delays are printed, in hundredths of a second.
"""

import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
DROP = HERE.parent / "drop"
OUTLINE, FUR, CREAM = "#3A2231", "#F48F3C", "#FFF4E3"


def wave(t, times=1, shift=0.0):
    return math.sin(2 * math.pi * (t * times + shift))


def smooth(value):
    value = min(max(value, 0), 1)
    return value * value * (3 - 2 * value)


def turned(path, degrees, x, y, which=lambda px, py: True):
    """An SVG path of absolute M, C, Q and L with its points turned around (x, y)."""
    radians = math.radians(degrees)
    cosine, sine = math.cos(radians), math.sin(radians)

    def turn(match):
        px, py = float(match[1]), float(match[2])
        if which(px, py):
            px, py = x + (px - x) * cosine - (py - y) * sine, y + (px - x) * sine + (py - y) * cosine
        return f"{px:.2f} {py:.2f}"

    return re.sub(r"(-?[\d.]+) (-?[\d.]+)", turn, path)


def replaced(text, old, new):
    if old not in text:
        raise SystemExit(f"animations.py: the drawing has changed; it lacks: {old}")
    return text.replace(old, new)


def svg(body, defs=""):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512"><defs>{defs}</defs>'
            f"{body}</svg>")


def drawing(name):
    """The definitions and the shapes of another sample."""
    text = (DROP / name).read_text(encoding="utf-8")
    defs = re.search(r"<defs>(.*?)</defs>", text, re.S)
    return defs[1], text[defs.end():].replace("</svg>", "")


# --- Waving Cat ---

ARM = "M322 326C372 330 404 306 416 262"
TAIL = "M340 440C412 454 442 414 430 372C422 344 438 328 452 334"
MOTION = "M450 214Q466 224 470 242"


def waving_cat(t):
    text = (DROP / "cats" / "Happy Cat.svg").read_text(encoding="utf-8")
    lift = -3 + 14 * wave(t)
    tail = 9 * wave(t, 1, 0.1)
    text = re.sub(rf' *<path [^>]*d="{MOTION}"/>\n', "", text)
    text = replaced(text, ARM, turned(ARM, lift, 330, 324))
    text = replaced(text, '<path fill="#FFF4E3" d="M391 256a27 27', f'<path transform="rotate({lift:.2f} 330 324)" '
                    'fill="#FFF4E3" d="M391 256a27 27')
    text = replaced(text, '<g transform="translate(419 255) rotate(14) scale(0.86)">',
                    f'<g transform="rotate({lift:.2f} 330 324) translate(419 255) rotate(14) scale(0.86)">')
    text = replaced(text, TAIL, turned(TAIL, tail, 436, 404, lambda x, y: y < 400 and x > 400))
    text = replaced(text, 'd="M412 384L452 384"', f'd="{turned("M412 384L452 384", tail, 436, 404)}"')
    text = replaced(text, '<path fill="#FFF4E3" d="M420.7 333a', f'<path transform="rotate({tail:.2f} 436 404)" '
                    'fill="#FFF4E3" d="M420.7 333a')
    return replaced(text, "translate(244 182) rotate(-5)",
                    f"translate(244 {182 - 2 * wave(t, 1, 0.2):.2f}) rotate({-5 + 2 * wave(t, 1, -0.1):.2f})")


# --- Winking Cat ---

def winking_cat(t):
    """t from 0 to 1: eyes open, a blink, a wink with the head to one side, and back."""
    wink, blink = 0.0, 0.0
    if 0.1 < t < 0.3:
        blink = 1 - abs(t - 0.2) / 0.1
    if 0.4 < t < 1:
        wink = smooth((t - 0.4) / 0.2) * smooth((1 - t) / 0.2)
    defs, body = drawing("cats/Happy Cat.svg")
    border = re.findall(r'<g transform="translate\(244 182\)[^>]*>\s*(<path [^>]*/>)\s*</g>', body)
    head = re.search(r'<g transform="translate\(244 182\)[^>]*>\s*<!-- head -->(.*?)\n    </g>', body, re.S)[1]
    head = re.sub(r'\s*<path [^>]*d="(M-71 13Q|M33 13Q)[^>]*/>', "", head)
    head += _eye(-52, max(blink, 0)) + _eye(52, max(blink, wink))
    place = f'transform="translate(256 {282 - 8 * wink:.2f}) rotate({9 * wink:.2f}) scale(1.45)"'
    outline = "".join(border)
    return svg(f'<g {place}><g stroke="#fff" stroke-linejoin="round" stroke-linecap="round">{outline}</g>{head}</g>', defs)


def _eye(x, closed):
    """An eye that is round when open, and a happy arc when closed."""
    if closed > 0.85:
        return (f'<path fill="none" stroke="{OUTLINE}" stroke-width="8.5" stroke-linecap="round" '
                f'd="M{x - 19} 11Q{x} -19 {x + 19} 11"/>')
    height = 23 * (1 - 0.8 * closed)
    light = "" if closed > 0.5 else (
        f'<ellipse cx="{x + 6}" cy="{-4 - height / 3:.2f}" rx="6.5" ry="{height * 0.3:.2f}" fill="#fff"/>'
        f'<ellipse cx="{x - 6}" cy="{4 + height / 4:.2f}" rx="3.2" ry="{height * 0.14:.2f}" fill="#fff"/>')
    return f'<ellipse cx="{x}" cy="2" rx="17.5" ry="{height:.2f}" fill="{OUTLINE}"/>{light}'


# --- Jumping Strawberry ---

def jumping_strawberry(t):
    """A jump with squash and stretch; t = 0 is on the ground, at rest."""
    if t < 0.2:  # crouch
        height, squash = 0, -0.2 * smooth(t / 0.2)
    elif t < 0.75:  # in the air
        flight = (t - 0.2) / 0.55
        height = 4 * flight * (1 - flight)
        squash = 0.13 * abs(1 - 2 * flight) if 0.05 < flight < 0.95 else -0.05
    else:  # land, and settle
        rest = (t - 0.75) / 0.25
        height, squash = 0, -0.2 * math.exp(-4 * rest) * math.cos(3 * math.pi * rest) * (1 - rest)
    defs, body = drawing("garden/Strawberry.svg")
    wide, tall = 1 - 0.7 * squash, 1 + squash
    shadow = (f'<ellipse cx="256" cy="486" rx="{120 * (1 - 0.35 * height):.2f}" ry="{17 * (1 - 0.3 * height):.2f}" '
              f'fill="#5A1020" opacity="{0.34 - 0.2 * height:.3f}" filter="url(#soft)"/>')
    lift = 482 - 112 * height
    fruit = (f'<g transform="translate(256 {lift:.2f}) rotate({5 * wave(t) * height:.2f}) '
             f'scale({0.72 * wide:.4f} {0.72 * tall:.4f}) translate(-256 -496)">{body}</g>')
    soft = ('<filter id="soft" x="-40%" y="-200%" width="180%" height="500%"><feGaussianBlur stdDeviation="7"/></filter>')
    return svg(shadow + fruit, defs + soft)


# --- Sprout ---

SPROUT = """
<radialGradient id="earth" cx="0.5" cy="0.2" r="0.8"><stop offset="0" stop-color="#A8724A"/>
<stop offset="1" stop-color="#6B4028"/></radialGradient>
<linearGradient id="stem" gradientUnits="userSpaceOnUse" x1="240" y1="0" x2="276" y2="0"><stop offset="0" stop-color="#8FCB4B"/>
<stop offset="1" stop-color="#4E9A2E"/></linearGradient>
<linearGradient id="leaf" x1="0" y1="1" x2="1" y2="0"><stop offset="0" stop-color="#4E9A2E"/>
<stop offset="1" stop-color="#A5DB5C"/></linearGradient>
<linearGradient id="petal" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#F0568B"/>
<stop offset="1" stop-color="#FFB3CF"/></linearGradient>
<radialGradient id="heart" cx="0.4" cy="0.35" r="0.7"><stop offset="0" stop-color="#FFE37A"/>
<stop offset="1" stop-color="#F0A21E"/></radialGradient>
"""


def sprout(t):
    """In full bloom at t = 0, so that this is what the drawer shows; it goes back into the earth and grows again."""
    if t < 0.25:
        growth, open_ = 1.0, 1.0
    elif t < 0.5:
        growth = 1 - smooth((t - 0.27) / 0.23)
        open_ = 1 - smooth((t - 0.25) / 0.14)
    else:
        growth = _springy((t - 0.52) / 0.32)
        open_ = _springy((t - 0.7) / 0.28)
    sway = 5 * wave(t, 2) * min(growth, 1)
    tall = 300 * growth
    parts = []
    if growth > 0.02:
        lean = tall * math.sin(math.radians(sway * 1.6))
        top = (256 + lean, 440 - tall)
        parts.append(f'<path fill="none" stroke="url(#stem)" stroke-width="{6 + 10 * min(growth, 1):.2f}" '
                     f'stroke-linecap="round" d="M256 452Q{256 - lean * 0.25:.2f} {440 - tall * 0.5:.2f} '
                     f'{top[0]:.2f} {top[1]:.2f}"/>')
        for side, height, start in ((-1, 0.28, 0.3), (1, 0.42, 0.45)):
            size = smooth((growth - start) / 0.45) * (1.05 if growth > 1 else 1)
            if size > 0.02:
                parts.append(f'<g transform="translate({256 + lean * height * 0.4:.2f} {440 - tall * height:.2f}) '
                             f'scale({side * size:.4f} {size:.4f}) rotate({-sway * side * 0.8:.2f})">'
                             '<path fill="url(#leaf)" d="M0 0C20 -62 84 -84 138 -62C120 -8 62 18 0 0Z"/>'
                             '<path fill="none" stroke="#DDF3B4" stroke-width="4" stroke-linecap="round" '
                             'opacity="0.8" d="M14 -8C52 -22 84 -38 118 -52"/></g>')
        parts.append(_bloom(*top, open_, sway))
    ground = ('<path fill="url(#earth)" d="M124 476C146 424 208 422 256 424C304 422 366 424 388 476C388 494 322 504 256 504'
              'C190 504 124 494 124 476Z"/>'
              '<ellipse cx="214" cy="448" rx="10" ry="5" fill="#C79066"/><ellipse cx="300" cy="456" rx="13" ry="6" '
              'fill="#C79066"/><ellipse cx="256" cy="474" rx="9" ry="4" fill="#54301C"/>')
    return svg("".join(parts) + ground, SPROUT)


def _springy(value):
    """From 0 to 1 and a little further before it comes to rest."""
    value = min(max(value, 0), 1)
    return 1 - math.exp(-5 * value) * math.cos(1.6 * math.pi * value) * (1 - value)


def _bloom(x, y, open_, sway):
    if open_ < 0.03:
        return f'<ellipse cx="{x:.2f}" cy="{y:.2f}" rx="13" ry="17" fill="url(#leaf)"/>'
    petals = []
    for ring, count, length in ((0, 9, 1.0), (1, 9, 0.72)):
        for number in range(count):
            angle = 360 / count * (number + ring / 2)
            petals.append(f'<path fill="url(#petal)" stroke="#D93B77" stroke-width="{2.2 / open_:.2f}" '
                          f'transform="rotate({angle:.2f}) scale({length * (0.6 + 0.4 * open_):.3f} {length:.3f})" '
                          'd="M0 -14C-46 -52 -40 -122 0 -126C40 -122 46 -52 0 -14Z"/>')
    return (f'<g transform="translate({x:.2f} {y:.2f}) rotate({sway * 2.2:.2f}) scale({0.86 * open_:.4f})">'
            f'{"".join(petals)}<circle r="41" fill="url(#heart)"/>'
            '<circle r="41" fill="none" stroke="#D98A12" stroke-width="3"/></g>')


# Name: the drawing, and the frames as (time, hundredths of a second).
EVEN = lambda count, delay: [(number / count, delay) for number in range(count)]
ANIMATIONS = {
    "Waving Cat": (waving_cat, EVEN(12, 6)),
    "Winking Cat": (winking_cat, [(0, 90), (0.15, 5), (0.2, 10), (0.25, 5), (0.35, 50), (0.44, 4), (0.48, 4), (0.52, 4),
                                  (0.56, 4), (0.6, 70), (0.83, 5), (0.87, 5), (0.91, 5), (0.95, 5)]),
    "Jumping Strawberry": (jumping_strawberry, EVEN(20, 5)),
    "Sprout": (sprout, EVEN(24, 8)),
}


def main():
    name, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    draw, frames = ANIMATIONS[name]
    for number, (time, delay) in enumerate(frames, start=1):
        (folder / f"{number:04}.svg").write_text(draw(time), encoding="utf-8")
        print(delay)


main()
