import Logging
import StickerConfiguration

extension ServiceSettings.LogLevel {
    /// The level as swift-log has it.
    package var loggingLevel: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
