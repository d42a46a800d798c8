import Foundation

/// Converts and compares the paths of folders and files in settings.
package enum FolderPath {
    /// Converts a path to an absolute path without `.`, `..` and doubled slashes. A relative path is interpreted
    /// relative to `folder`. A `~` at the start is replaced by the user's home folder.
    package static func absolute(_ path: String, in folder: String) -> String {
        var whole = path
        if path == "~" || path.hasPrefix("~/") {
            whole = NSHomeDirectory() + path.dropFirst()
        } else if !path.hasPrefix("/") {
            let start = folder.hasPrefix("/") ? folder : FileManager.default.currentDirectoryPath + "/" + folder
            whole = start + "/" + path
        }
        var parts: [Substring] = []
        for part in whole.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Whether an absolute path is the given folder or in it, after symbolic links are resolved.
    package static func folder(_ folder: String, holds path: String) -> Bool {
        let outer = linksFollowed(folder).split(separator: "/")
        return linksFollowed(path).split(separator: "/").starts(with: outer)
    }

    /// The path with all symbolic links resolved, as far as it exists.
    static func linksFollowed(_ path: String) -> String {
        var existing = path
        var missing: [Substring] = []
        while existing != "/", !existing.isEmpty {
            if let resolved = realpath(existing, nil) {
                defer { free(resolved) }
                return ([String(cString: resolved)] + missing.map { String($0) }).joined(separator: "/")
            }
            let cut = existing.lastIndex(of: "/") ?? existing.startIndex
            missing.insert(existing[cut...].dropFirst(), at: 0)
            existing = String(existing[..<cut])
        }
        return path
    }
}
