"""Files with another format than their extension, almost empty files, difficult names; and entries that are not files."""

import os
import socket

import seeds


def polyglots(random):
    zip_file = b"PK\5\6" + b"\0" * 18
    html = b"<html><script>alert(1)</script></html>"
    for name, whole in seeds.all_seeds().items():
        kind = name.split("-")[0]
        yield f"{name} and zip.{kind}", whole + b"PK\3\4" + b"\0" * 26 + zip_file
        yield f"{name} and html.{kind}", whole + html
        yield f"{name} and itself.{kind}", whole + whole
        yield f"{name} after a line.{kind}", b"\n" + whole
        yield f"{name} after shell.{kind}", b"#!/bin/sh\necho hi\n" + whole
    yield "html and gif.gif", b"GIF89a/*" + html + b"*/=1;"
    yield "pdf in png.png", seeds.png(extra=seeds.chunk(b"tEXt", b"a\0" + seeds.pdf()), shade=60)
    yield "svg in png.png", seeds.png(extra=seeds.chunk(b"tEXt", b"a\0" + seeds.svg()), shade=61)
    yield "png in svg comment.svg", seeds.svg("<!--") + seeds.png()
    yield "mvg.png", b"push graphic-context\nviewbox 0 0 640 480\nfill 'url(https://127.0.0.1:9/a\"|id \")'\npop graphic-context\n"
    yield "msl.svg", b"<?xml version='1.0'?><image><read filename='/etc/passwd'/><write filename='/tmp/sticker-canary'/></image>"
    yield "postscript.png", b"%!PS\n(/etc/passwd) (r) file\n"
    yield "postscript in psd.psd", b"8BPS" + b"%!PS\n(/etc/passwd) (r) file\n" * 10
    for name, start in (("exr", b"v/1\1"), ("hdr", b"#?RADIANCE\n"), ("ppm", b"P6 9 9 255\n"), ("fits", b"SIMPLE  =  T"),
                        ("jp2", b"\0\0\0\x0cjP  \r\n\x87\n"), ("jxl", b"\xff\x0a"), ("svgz", b"\x1f\x8b\x08"), ("dds", b"DDS "),
                        ("ico", b"\0\0\1\0\1\0"), ("mat", b"MATLAB 5.0"), ("nii", b"\x5c\1\0\0"), ("vips", b"\xb6\xa6\xf2\x08"),
                        ("csv", b"1,2,3\n4,5,6\n"), ("dicom", b"\0" * 128 + b"DICM"), ("xcf", b"gimp xcf v011")):
        yield f"{name} as png.png", start + b"\0" * 200
        yield f"{name}.{name}", start + b"\0" * 200


def wrong_endings(random):
    for name, whole in seeds.all_seeds().items():
        kind = name.split("-")[0]
        for other in ("png", "svg", "gif", "jpg", "webp", "tif", "heic", "psd", "pdf"):
            if other != kind:
                # The appended extension makes the files different, so that they are not duplicates.
                yield f"{name} as {other}.{other}", whole + other.encode()


def small(random):
    for ending in ("png", "svg", "gif", "jpg", "webp", "tif", "heic", "avif"):
        for size in (0, 1, 2, 3, 7):
            yield f"{ending} of {size} zeros.{ending}", b"\0" * size
    for size in (4, 8, 12, 16, 100, 4096):
        yield f"noise of {size}.png", bytes(random.randrange(256) for _ in range(size))


def names(random):
    """Valid pictures with names that are hard to print, type or compare, as bytes."""
    shade = 100
    for name in ("line\nfeed.png", "tab\tstop.png", "car\rriage.png", "bell\a.png", "esc\x1b[31mred.png", "quote'.png",
                 'double".png', "back\\slash.png", "$(id).png", "`id`.png", "; rm -rf x.png", "-rf.png", "--help.png", "%s%n%x.png",
                 "{{name}}.png", "<script>.png", "&amp;.png", "\U0001f63a\U0001f3fd.png", "\u202egnp.x.png", "\u200b.png",
                 "שלום.png", "مرحبا.png", "e\u0301.png", "\u00e9x.png", "ﬁ.png", "CON.png", "nul.png", " .png", "a .png", " a.png",
                 "a..png", "...png", "a.png.png", "a" * 251 + ".png", "漢" * 83 + ".png", "a\u0300" * 60 + ".png", "*.png", "?.png",
                 "[a].png", "~.x.png", "#.png", "100%.png", "a:b.png", "a|b.png", "\ufeffa.png", "\x7f.png", "\u2028.png"):
        shade += 1
        yield name.encode(), seeds.png(shade=shade)
    for raw in (b"latin \xe9.png", b"\xff\xfe.png", b"half \xf0\x9f.png", b"over \xc0\xaf.png", b"\xed\xa0\x80.png"):
        shade += 1
        yield raw, seeds.png(shade=shade)


def place_others(folder):
    """Creates entries with a picture's name that are not files, in `folder`."""
    os.mkdir(f"{folder}/folder.png")
    os.mkdir(f"{folder}/folder.svg")
    open(f"{folder}/folder.svg/inside.png", "wb").write(seeds.png(shade=99))
    os.mkfifo(f"{folder}/pipe.png")
    os.symlink("/dev/zero", f"{folder}/endless.png")
    os.symlink("/etc/passwd", f"{folder}/passwd.png")
    os.symlink("nowhere", f"{folder}/dangling.png")
    os.symlink("circle.png", f"{folder}/circle.png")
    os.symlink("/proc/self/mem", f"{folder}/memory.png")
    listener = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    os.chdir(folder)
    listener.bind("socket.png")
    os.chdir(here)
    listener.close()
