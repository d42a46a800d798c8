import Foundation
import JobModel

/// Reads which other machines take part.
extension ConfigurationReader {
    func workers(_ reader: inout JSONObjectReader, into workers: inout WorkerSettings) {
        workers.pools = pools(&reader) ?? workers.pools
        workers.attachedSlots =
            reader.integer("attachedSlots", in: WorkerRange.attachedSlots) ?? workers.attachedSlots
        workers.requireSandbox = reader.boolean("requireSandbox") ?? workers.requireSandbox
        workers.prefetch = reader.boolean("prefetch") ?? workers.prefetch
        workers.verifyShare = reader.number("verifyShare", in: WorkerRange.verifyShare) ?? workers.verifyShare
    }

    func cache(_ reader: inout JSONObjectReader, into cache: inout CacheSettings) {
        cache.write = reader.boolean("write") ?? cache.write
        if case .null = reader.value("url")?.content { return }
        cache.url = reader.text("url", "an address like \"https://cache.example.com\"", ConfigurationReader.webAddress)
    }

    private func pools(_ reader: inout JSONObjectReader) -> [WorkerSettings.Pool]? {
        guard let items = reader.list("pools") else { return nil }
        var names: Set<String> = []
        return items.compactMap { item in
            var itemReader = JSONObjectReader(item.value, path: item.path, issues: reader.issues)
            guard case .object = item.value.content else { return nil }
            defer { itemReader.finish() }
            guard let pool = pool(&itemReader) else { return nil }
            if !names.insert(pool.name).inserted {
                reader.issues.add(
                    "\(item.path).name", at: itemReader.position(of: "name"),
                    "expected each name once, found \(pool.name.quoted) again")
            }
            return pool
        }
    }

    /// The allowed characters in the name of a pool.
    private static let nameBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private func pool(_ reader: inout JSONObjectReader) -> WorkerSettings.Pool? {
        let name = reader.text("name", "a name of letters, digits, - and _") { text in
            let isName = (1...40).contains(text.utf8.count) && ConfigurationReader.nameBytes.isSuperset(of: text.utf8)
            return isName && text != "attached" ? text : nil
        }
        let launch = launch(&reader)
        let slots = reader.integer("slots", in: WorkerRange.slots)
        for key in ["name", "launch", "slots"] where !reader.has(key) {
            reader.issues.add(reader.path, at: reader.position, "expected a \(key), found none")
        }
        var pool = WorkerSettings.Pool(name: name ?? "", launch: launch ?? [], slots: slots ?? 1)
        pool.min = reader.integer("min", in: WorkerRange.agents) ?? pool.min
        pool.max = reader.integer("max", in: WorkerRange.agents) ?? Swift.max(pool.max, pool.min)
        if pool.max < pool.min {
            reader.issues.add(
                reader.keyPath("max"), at: reader.position(of: "max"),
                "expected at least min, which is \(pool.min), found \(pool.max)")
        }
        pool.idleSeconds = reader.integer("idleSeconds", in: WorkerRange.idleSeconds) ?? pool.idleSeconds
        pool.startSeconds = reader.integer("startSeconds", in: WorkerRange.startSeconds) ?? pool.startSeconds
        pool.launchSeconds = reader.integer("launchSeconds", in: WorkerRange.launchSeconds) ?? pool.launchSeconds
        return name == nil || launch == nil || slots == nil ? nil : pool
    }

    /// A program and its arguments. A path is made absolute; a name is looked up in PATH when it is needed.
    private func launch(_ reader: inout JSONObjectReader) -> [String]? {
        let position = reader.position(of: "launch")
        guard let items = reader.list("launch") else { return nil }
        let words = items.compactMap { item -> String? in
            if case .text(let text) = item.value.content, !text.unicodeScalars.contains("\0") { return text }
            reader.issues.add(item.path, at: item.value.position, "expected a text, found \(item.value.found)")
            return nil
        }
        guard words.count == items.count else { return nil }
        guard let program = words.first, !program.isEmpty, !program.hasSuffix("/") else {
            reader.issues.add(
                reader.keyPath("launch"), at: position,
                "expected a list of a program and its arguments, like [\"ssh\", \"-T\", \"render2\", …], found "
                    + (words.isEmpty ? "an empty list" : "no program"))
            return nil
        }
        return [program.contains("/") ? FolderPath.absolute(program, in: folder) : program] + words.dropFirst()
    }
}

extension Configuration {
    /// Refuses a file with commands that every user may change: they would run as this user.
    ///
    /// - Parameter path: absolute path of the file that this was read from.
    /// - Throws: `ConfigurationError.unreadable`.
    func checkCommands(in path: String, file: String) throws(ConfigurationError) {
        let keys = [
            workers.pools.isEmpty ? nil : "workers.pools", hooks.hasCommands ? "hooks" : nil,
        ].compactMap(\.self)
        guard !keys.isEmpty else { return }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IWOTH != 0 else { return }
        throw .unreadable(
            file: file,
            reason:
                "it says in \(keys.joined(separator: " and ")) which programs to run, and every user may change it; "
                + "run chmod o-w on it")
    }
}
