import Intake
import Testing

@Suite("Paths that cannot be examined")
struct UnknownPathsTests {
    @Test("a path is unknown when it, or a folder that contains it, cannot be read")
    func unknown() {
        let unknown = UnknownPaths(["mice", "cats/Wave.frames", "cats/messages"])
        for path in ["mice", "mice/a.png", "cats/Wave.frames", "cats/messages/a.png"] {
            #expect(unknown.contains(path))
        }
        for path in ["mice2/a.png", "cats/a.png", "cats", "a.png", ""] { #expect(!unknown.contains(path)) }
    }

    @Test("where everything can be read nothing is unknown")
    func none() {
        #expect(!UnknownPaths([]).contains("cats/a.png"))
    }
}
