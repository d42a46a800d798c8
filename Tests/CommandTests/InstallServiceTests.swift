import Foundation
import TestSupport
import Testing

/// Tests `scripts/install-service` with another root folder. The script starts no service and changes nothing on this
/// machine.
@Suite("scripts/install-service")
struct InstallServiceTests {
    private func uninstall(below root: TemporaryFolder) async throws -> Command.Ending {
        try await Command(
            [Repository.file("scripts/install-service"), "--system", "--uninstall", "--root", root.path],
            in: root.path
        ).ending()
    }

    @Test("uninstalling without an installation reports that, and removes nothing")
    func nothing() async throws {
        let root = try TemporaryFolder()
        let ending = try await uninstall(below: root)
        #expect(ending.status == 0, "\(ending.complaint)")
        #expect(ending.output.contains("Nothing to remove"))
        #expect(!ending.output.contains("rm") && !ending.output.contains("The service was removed"))
    }

    @Test("uninstalling removes the unit and lists what stays")
    func unit() async throws {
        let root = try TemporaryFolder()
        let unit = root.file("etc/systemd/system/stickerd.service")
        try FileManager.default.createDirectory(
            atPath: root.file("etc/systemd/system"), withIntermediateDirectories: true)
        try Data("[Unit]\n".utf8).write(to: URL(filePath: unit))
        let ending = try await uninstall(below: root)
        #expect(ending.status == 0, "\(ending.complaint)")
        #expect(ending.output.contains("The service was removed. /srv/stickerd was not changed."))
        #expect(!FileManager.default.fileExists(atPath: unit))
    }
}
