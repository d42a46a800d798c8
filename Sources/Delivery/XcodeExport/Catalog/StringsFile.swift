/// Apple's strings files, in UTF-8.
enum StringsFile {
    static func line(key: String, value: String) -> String {
        "\"\(escaped(key))\" = \"\(escaped(value))\";\n"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
