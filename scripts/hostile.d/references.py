"""SVGs with references to something outside of the file, in all known ways."""

import seeds

DISC = "<circle cx='32' cy='32' r='24' fill='#c33'/>"

# An existing file, files of the system, and addresses whose use would be noticed.
TARGETS = {
    "file URL": "file://{secret}", "file URL host": "file://localhost{secret}", "path": "{secret}",
    "sibling": "Sibling.svg", "relative": "../secret.png", "passwd": "file:///etc/passwd", "proc": "/proc/self/environ",
    "zero": "file:///dev/zero", "http": "http://127.0.0.1:9/sticker-canary", "https": "https://localhost:9/sticker-canary",
    "ftp": "ftp://127.0.0.1:9/sticker-canary", "no scheme": "//127.0.0.1:9/sticker-canary", "smb": "smb://127.0.0.1/a",
    "unc": "\\\\127.0.0.1\\a", "gopher": "gopher://127.0.0.1:9/a", "jar": "jar:file:///etc/passwd!/a",
    "resource": "resource:///org/gnome/a.svg", "expect": "expect://id", "php": "php://filter/resource=/etc/passwd",
    "encoded": "file:///%65tc/%70asswd", "dots": "file://{folder}/./../drop/../secret.png",
}

SHAPES = {
    "image": "<image href='{}' width='64' height='64'/>", "image xlink": "<image xlink:href='{}' width='64' height='64'/>",
    "use": "<use xlink:href='{}#a'/>", "feImage": "<filter id='f'><feImage xlink:href='{}'/></filter><g filter='url(#f)'>" + DISC + "</g>",
}

OTHERS = {
    "import": "<style>@import url('{}');</style>", "import plain": "<style>@import '{}';</style>",
    "font face": "<style>@font-face {{ font-family: f; src: url('{}'); }}</style><text y='30' font-family='f'>Hey</text>",
    "fill": "<rect width='64' height='64' fill='url({}#a) red'/>", "mask": "<rect width='64' height='64' mask='url({}#a)'/>",
    "clip": "<rect width='64' height='64' clip-path='url({}#a)'/>", "filter": "<rect width='64' height='64' filter='url({}#a)'/>",
    "marker": "<path d='M0 0L64 64' stroke='red' marker-end='url({}#a)'/>", "cursor": "<rect width='64' height='64' cursor='url({}), auto'/>",
    "text path": "<text><textPath xlink:href='{}#a'>Hey</textPath></text>", "tref": "<text><tref xlink:href='{}#a'/></text>",
    "gradient": "<linearGradient id='g' xlink:href='{}#a'/><rect width='64' height='64' fill='url(#g)'/>",
    "pattern": "<pattern id='p' xlink:href='{}#a'/><rect width='64' height='64' fill='url(#p)'/>",
    "foreign object": "<foreignObject width='64' height='64'><iframe xmlns='http://www.w3.org/1999/xhtml' src='{}'/></foreignObject>",
    "script": "<script xlink:href='{}'/>", "link": "<link xmlns='http://www.w3.org/1999/xhtml' rel='stylesheet' href='{}'/>",
    "include": "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='{}' parse='text'/>",
    "include xml": "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='{}'/>",
    "animate": "<image width='64' height='64'><set attributeName='href' to='{}'/></image>",
    "audio": "<audio xmlns='http://www.w3.org/1999/xhtml' src='{}'/>", "video": "<video xmlns='http://www.w3.org/1999/xhtml' src='{}'/>",
    "font": "<font-face><font-face-src><font-face-uri xlink:href='{}'/></font-face-src></font-face>",
    "colour profile": "<color-profile name='p' xlink:href='{}'/>", "style image": "<rect style='background-image:url({})' width='64' height='64'/>",
}

HEADS = {
    "entity": "<!DOCTYPE svg [<!ENTITY x SYSTEM '{}'>]>", "entity public": "<!DOCTYPE svg [<!ENTITY x PUBLIC 'a' '{}'>]>",
    "parameter entity": "<!DOCTYPE svg [<!ENTITY % p SYSTEM '{}'> %p;]>", "type": "<!DOCTYPE svg SYSTEM '{}'>",
    "type public": "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' '{}'>",
    "style sheet": "<?xml-stylesheet type='text/css' href='{}'?>", "xslt": "<?xml-stylesheet type='text/xsl' href='{}'?>",
    "out of band": "<!DOCTYPE svg [<!ENTITY % f SYSTEM 'file:///etc/hostname'><!ENTITY % d SYSTEM '{}'> %d; %s;]>",
}


def all_references(folder):
    """All SVGs with references. folder: the absolute path of the folder with drop/ and secret.png."""
    def filled(target):
        return target.format(secret=f"{folder}/secret.png", folder=folder)

    yield "Sibling.svg", seeds.svg("<rect id='a' width='64' height='64' fill='lime'/>")
    number = 0
    for target_name, target in TARGETS.items():
        for shape_name, shape in SHAPES.items():
            number += 1
            yield f"{shape_name} {target_name}.svg", seeds.svg(
                f"{shape.format(filled(target))}<circle cx='32' cy='32' r='24' fill='rgb({number},50,50)'/>")
    for other_name, other in {**OTHERS, **{f"head {name}": None for name in HEADS}}.items():
        for target_name in ("file URL", "sibling", "http", "passwd"):
            number += 1
            target = filled(TARGETS[target_name])
            disc = f"<circle cx='32' cy='32' r='24' fill='rgb(50,{number % 256},{number // 256})'/>"
            if other is None:
                head = HEADS[other_name[5:]].replace("{}", target)
                text = "<text y='30'>&x;</text>" if "entity" in other_name else ""
                yield f"{other_name} {target_name}.svg", seeds.svg(text + disc, head=head)
            else:
                yield f"{other_name} {target_name}.svg", seeds.svg(other.format(target) + disc)
    yield "base.svg", seeds.svg("<image xlink:href='secret.png' width='64' height='64'/>" + DISC, size=f"width='64' height='64' xml:base='file://{folder}/'")
