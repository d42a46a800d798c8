import Glibc

/// The reason why folders cannot be watched.
package enum InotifyError: Error, Equatable, CustomStringConvertible {
    /// Another part of this process uses libinotifytools, which allows only one session per process.
    case inUse
    /// The user's limit of watched folders is reached. Contains the value of the sysctl, if it could be read.
    case outOfWatches(limit: Int?)
    /// The user's limit of inotify instances is reached. Contains the value of the sysctl, if it could be read.
    case outOfInstances(limit: Int?)
    /// The folder does not exist, or no longer exists.
    case missing(String)
    /// The system refused the call. `code` is the value of errno.
    case system(path: String, code: Int32)
    /// The library's descriptor cannot be polled. Contains the reason.
    case descriptor(String)
    /// The program that watches folders cannot be run. Contains its path or name, and the reason.
    case programUnusable(String, reason: String)
    /// The program that watches folders has ended unexpectedly, or does not answer. Contains the reason.
    case programEnded(String)

    package var description: String {
        switch self {
        case .inUse:
            "The drop folder is already watched in this process. Stop that watch first."
        case .outOfWatches(let limit):
            "The user that runs stickerd may watch no more folders\(Self.words(limit)). Raise the limit: run `sysctl "
                + "fs.inotify.max_user_watches=\(Self.raised(limit, least: 65_536))`."
        case .outOfInstances(let limit):
            "The user that runs stickerd may have no more inotify instances\(Self.words(limit)). Raise the limit: "
                + "run `sysctl fs.inotify.max_user_instances=\(Self.raised(limit, least: 512))`."
        case .missing(let path):
            "\(path): the folder does not exist. Create it."
        case .system(let path, let code):
            "\(path): the folder cannot be watched (\(String(cString: strerror(code)))). Check its permissions."
        case .descriptor(let reason):
            "inotify cannot be used: \(reason)."
        case .programUnusable(let program, let reason):
            "\(program): the program that watches folders cannot be run (\(reason)). Install it beside stickerd."
        case .programEnded(let what):
            "The program that watches folders \(what)."
        }
    }

    private static func words(_ limit: Int?) -> String {
        limit.map { " (the limit is \($0))" } ?? ""
    }

    /// A new value for the limit. It is four times as high, so that it need not be raised again soon.
    private static func raised(_ limit: Int?, least: Int) -> Int {
        max(least, (limit ?? 0) * 4)
    }
}
