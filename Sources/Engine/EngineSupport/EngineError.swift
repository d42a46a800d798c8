import FileAccess
import Glibc
import JobModel
import Publishing

/// A failure of the machine, the configuration or the state. A problem of a single source is never an `EngineError`.
package enum EngineError: Error, Equatable, CustomStringConvertible {
    /// The disk is full, or the quota is exhausted.
    case diskFull(path: String, action: String)
    /// The write would exceed the maximum file size of this process (`ulimit -f`) or of the file system.
    case fileTooLarge(path: String, action: String)
    /// The disk has free space but no free inode, so no file can be created.
    case outOfFiles(path: String, action: String)
    /// The file system is mounted read-only.
    case readOnly(path: String, action: String)
    /// The user of the process is not permitted to perform the action.
    case notPermitted(path: String, action: String)
    /// The process or the machine has used all its file descriptors.
    case tooManyOpenFiles(path: String, action: String)
    /// Another system call failed. `code` is the errno.
    case system(path: String, action: String, code: Int32)
    /// Another stickerd process uses the same output. `holder` is the description of the process in messages.
    case outputInUse(path: String, holder: String)
    /// Another process has locked the state database for longer than the time limit.
    case ledgerBusy(path: String)
    /// A path or value of the configuration cannot be used. The text contains the reason and the fix.
    case configuration(String)
    /// A worker or the render program failed. The text contains the reason and the fix.
    case worker(String)
    /// The drop folder is empty, but stickers are published. `published` is the number of these stickers.
    case dropFolderEmpty(path: String, published: Int)
    /// A snapshot cannot be used. The text contains the reason and the fix.
    case snapshot(String)
    /// SQLite failed, and neither the disk nor a lock is the cause. `detail` is the message of SQLite.
    case ledger(path: String, detail: String)

    /// The exit status of a command that ends with this error: 3 for a failure of the environment, 2 for an error in
    /// the configuration.
    package var exitStatus: Int32 {
        if case .configuration = self { 2 } else { 3 }
    }

    /// The error of a failed system call.
    ///
    /// - Parameters:
    ///   - errno: the `errno` of the call.
    ///   - path: the affected file or folder.
    ///   - action: the failed action, as a verb phrase that follows "cannot", such as `open the state database`.
    package static func environment(errno code: Int32, path: String, action: String) -> EngineError {
        switch code {
        case ENOSPC where DiskRoom(of: path)?.likelyLacksFiles == true: .outOfFiles(path: path, action: action)
        case ENOSPC, EDQUOT: .diskFull(path: path, action: action)
        case EFBIG: .fileTooLarge(path: path, action: action)
        case EROFS: .readOnly(path: path, action: action)
        case EACCES, EPERM: .notPermitted(path: path, action: action)
        case EMFILE, ENFILE: .tooManyOpenFiles(path: path, action: action)
        default: .system(path: path, action: action, code: code)
        }
    }

    package var description: String {
        switch self {
        case .diskFull(let path, let action):
            "\(path): cannot \(action): the disk is full or the quota is used up. Free some space and run stickerd "
                + "again. The published files are not affected."
        case .outOfFiles(let path, let action):
            "\(path): cannot \(action): no more files can be created, although the disk has free space (it has run "
                + "out of inodes; `df -i` shows them). Delete unneeded files from it and run stickerd again. The "
                + "published files are not affected."
        case .fileTooLarge(let path, let action):
            "\(path): cannot \(action): the file would be larger than this process may write. Raise the limit "
                + "(`ulimit -f unlimited`, or LimitFSIZE=infinity in the service) and run stickerd again."
        case .readOnly(let path, let action):
            "\(path): cannot \(action): the file system is read-only. Mount it writable, or choose another folder."
        case .notPermitted(let path, let action):
            "\(path): cannot \(action): permission denied. `stickerd doctor`, run by the same user, prints the command that "
                + "gives the right to do it. Or choose another folder."
        case .tooManyOpenFiles(let path, let action):
            "\(path): cannot \(action): too many files are open. Raise the limit (`ulimit -n`, or LimitNOFILE= in "
                + "the service), or use fewer --jobs."
        case .system(let path, let action, let code):
            "\(path): cannot \(action): \(SystemCallError(code: code)). Run `stickerd doctor` to see what is wrong."
        case .outputInUse(let path, let holder):
            "\(path): this output is in use by \(holder). Wait until it ends or stop it, or choose another --out."
        case .ledgerBusy(let path):
            "\(path): another program keeps the state database locked. Close it and run stickerd again."
        case .worker(let text), .configuration(let text), .snapshot(let text):
            text
        case .dropFolderEmpty(let path, let published):
            "\(path): the drop folder is empty while \(NumberFormat.count(published, "sticker")) \(published == 1 ? "is" : "are") published; nothing was changed. If a "
                + "share is not mounted, mount it; if everything is to be removed, run again with --allow-empty."
        case .ledger(let path, let detail):
            "\(path): the state database cannot be used: \(detail). Run stickerd again; if that does not help, delete this "
                + "file. It contains only history, and the next run creates a new one."
        }
    }
}

extension EngineError {
    /// Converts a publication error.
    package init(_ error: PublishError) {
        self = .environment(errno: error.code, path: error.path, action: error.action)
    }
}
