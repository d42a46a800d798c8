#!/usr/bin/env python3
"""Writes the command reference from the program's machine-readable help.

usage: stickerd --experimental-dump-help | manual.py markdown
       stickerd --experimental-dump-help | manual.py man FOLDER VERSION DATE

The first form prints docs/reference/commands.md. The second writes one manual page per command.
"""

import json
import re
import sys
import textwrap


def visible(items):
    return [item for item in items if item.get("shouldDisplay", True)]


def commands(command, path=()):
    """All visible commands, each with its full name as a tuple."""
    path = (*path, command["commandName"])
    yield path, command
    for part in visible(command.get("subcommands", [])):
        if part["commandName"] != "help":
            yield from commands(part, path)


def arguments(path, command):
    """The options of a command. `--help` and `--version` are listed only for the program itself."""
    own = visible(command.get("arguments", []))
    return own if len(path) == 1 else [each for each in own if each.get("valueName") not in ("help", "version")]


def names(argument):
    """The spellings of an argument, such as `-c, --config <file>`."""
    value = f"<{argument['valueName']}>"
    if argument["kind"] == "positional":
        return value
    spelled = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    spelled.sort(key=len)
    return ", ".join(spelled) + ("" if argument["kind"] == "flag" else f" {value}")


def usage(path, command):
    words = [" ".join(path)]
    for argument in arguments(path, command):
        if argument["kind"] == "positional":
            word = names(argument) + (" ..." if argument["isRepeating"] else "")
        else:
            preferred = argument["preferredName"]
            word = ("-" if preferred["kind"] == "short" else "--") + preferred["name"]
            word += "" if argument["kind"] == "flag" else f" <{argument['valueName']}>"
        words.append(f"[{word}]" if argument["isOptional"] else word)
    if visible(command.get("subcommands", [])):
        words.append("<command>")
    return words


def explanation(argument):
    """The paragraphs that explain an argument."""
    first = argument.get("abstract", "")
    values = argument.get("allValues") or []
    if not all(re.search(rf"\b{re.escape(value)}\b", first) for value in values):
        first += f" Values: {', '.join(values)}."
    if argument.get("defaultValue"):
        first += f" Default: {argument['defaultValue']}."
    return [part for part in (first.strip(), *argument.get("discussion", "").split("\n\n")) if part]


def paragraphs(command):
    return [part for part in (command.get("abstract", ""), *command.get("discussion", "").split("\n\n")) if part]


def wrapped(words, width, indent):
    """Wraps the words into lines. An option and its value stay on one line."""
    held = [word.replace(" ", "\0") if index else word for index, word in enumerate(words)]
    text = textwrap.fill(
        " ".join(held), width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
    return text.replace("\0", " ")


def markdown(root):
    def cell(text):
        return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")

    yield "# Commands\n"
    yield "Generated from the program by `scripts/package --reference`: do not edit. Manual pages such as `man stickerd-build` have the same text.\n"
    for path, command in commands(root):
        yield f"## {' '.join(path)}\n" if len(path) < 3 else f"### {' '.join(path)}\n"
        yield "```\n" + wrapped(usage(path, command), 110, "    ") + "\n```\n"
        for paragraph in paragraphs(command):
            yield textwrap.fill(cell(paragraph), 138, break_on_hyphens=False, break_long_words=False) + "\n"
        own = arguments(path, command)
        if own:
            rows = [f"| `{names(each)}` | {cell(' '.join(explanation(each)))} |" for each in own]
            yield "\n".join(["| option | meaning |", "|---|---|", *rows]) + "\n"


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", text)
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def page(path, command, version, date, others):
    name = "-".join(path)
    lines = [f'.TH "{name.upper()}" 1 "{date}" "stickerd {version}" "stickerd"', ".nh", ".SH NAME"]
    lines.append(f"{roff(name)} \\- {roff(command.get('abstract', '').rstrip('.'))}")
    lines += [".SH SYNOPSIS", f".B {roff(' '.join(path))}"]
    lines += [roff(word) for word in usage(path, command)[1:]]
    lines.append(".SH DESCRIPTION")
    for paragraph in paragraphs(command):
        lines += [".PP", roff(paragraph)]
    own = arguments(path, command)
    if own:
        lines.append(".SH OPTIONS")
        for argument in own:
            first, *more = explanation(argument) or [""]
            lines += [".TP", f".B {roff(names(argument))}", roff(first)]
            for paragraph in more:
                lines += [".IP", roff(paragraph)]
    parts = [part for part in visible(command.get("subcommands", [])) if part["commandName"] != "help"]
    if parts:
        lines.append(".SH COMMANDS")
        for part in parts:
            lines += [".TP", f".BR {roff(name + '-' + part['commandName'])} (1)", roff(part.get("abstract", ""))]
    if len(path) == 1:
        lines += [".SH FILES"]
        for file, meaning in (
            ("pipeline.json", "The configuration. --config selects a file outside the current folder."),
            ("/etc/default/stickerd", "The path of the configuration that the service reads."),
            ("/usr/share/doc/stickerd", "The documentation."),
        ):
            lines += [".TP", f".I {roff(file)}", roff(meaning)]
    seen = ["stickerd"] if len(path) == 2 else ["-".join(path[:-1])] if len(path) > 2 else []
    if seen:
        lines += [".SH SEE ALSO", *(f".BR {roff(each)} (1)" for each in seen if each in others)]
    return "\n".join(lines) + "\n"


def main():
    root = json.load(sys.stdin)["command"]
    if sys.argv[1] == "markdown":
        print("\n".join(markdown(root)), end="")
        return
    folder, version, date = sys.argv[2:]
    everything = list(commands(root))
    others = {"-".join(path) for path, _ in everything}
    for path, command in everything:
        with open(f"{folder}/{'-'.join(path)}.1", "w", encoding="utf-8") as file:
            file.write(page(path, command, version, date, others))


main()
