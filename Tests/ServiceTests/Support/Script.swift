import Foundation
import TestSupport

/// Writes bash scripts for tests, which exist as long as the folder.
extension TemporaryFolder {
    func script(_ name: String, _ text: String) throws -> String {
        try InstalledProgram.write("#!/bin/bash\n" + text, to: file(name))
        return file(name)
    }

    func script(_ text: String) throws -> String {
        try script("hook", text)
    }
}
