import InotifyProtocol
import Testing

@Suite("Messages about folders that cannot be watched")
struct InotifyErrorTests {
    @Test("running out of watches names the sysctl, its value and a larger one")
    func outOfWatches() {
        let text = InotifyError.outOfWatches(limit: 20_000).description
        #expect(text.contains("the limit is 20000"))
        #expect(text.contains("sysctl fs.inotify.max_user_watches=80000"))
    }

    @Test("an unknown limit gets a number that is large enough")
    func unknownLimit() {
        #expect(InotifyError.outOfInstances(limit: nil).description.contains("max_user_instances=512"))
    }
}
