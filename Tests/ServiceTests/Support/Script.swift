import Foundation
import TestSupport

/// A program for tests, in bash, that exists as long as its folder.
extension TemporaryFolder {
    func script(_ name: String, _ text: String) throws -> String {
        try InstalledProgram.write("#!/bin/bash\n" + text, to: file(name))
        return file(name)
    }

    func script(_ text: String) throws -> String {
        try script("hook", text)
    }
}
