import Foundation
import TestSupport
import Testing

/// Tests a watch with a clock that the test advances.
@Suite struct WatchClockTests {
    @Test("the sticker of a missing source stays for the grace period of an hour, and is removed after it")
    func grace() async throws {
        let cli = try CLIFixture(
            Settings(watch: ["quietMilliseconds": "50", "retireAfterSeconds": "3600", "massChangeShare": "1"]))
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        let clock = JumpingClock()
        let watch = try await cli.engineWatch(clock: clock.clock)
        try cli.remove("drop/cats/One.svg")
        // The publication of this sticker also examines the missing source.
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the sticker cats/two is not published") { try cli.sticker("cats", "two") != nil }
        clock.advance(by: .seconds(3_500))
        try cli.drop(Art.disc(3), as: "cats/Three.svg")
        try await eventually("the sticker cats/three is not published") { try cli.sticker("cats", "three") != nil }
        #expect(try cli.sticker("cats", "one") != nil)
        clock.advance(by: .seconds(200))
        try await eventually("the sticker is not removed after the grace period") {
            try cli.sticker("cats", "one") == nil
        }
        try await watch.stop()
    }
}
