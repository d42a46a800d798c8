import BuildEngine
import JobModel
import Testing

@Suite("The parts of a rebuild on several machines")
struct RebuildShardTests {
    @Test("every source belongs to exactly one part", arguments: 1...7)
    func partition(count: Int) {
        let shards = (1...count).compactMap { RebuildShard(number: $0, count: count) }
        #expect(shards.count == count)
        for number in 0..<200 {
            let fingerprint = Digest.sha256("\(number)")
            #expect(shards.count { $0.contains(fingerprint) } == 1)
        }
        #expect(shards.allSatisfy { shard in (0..<200).contains { shard.contains(Digest.sha256("\($0)")) } })
    }

    @Test("a part that does not exist is refused", arguments: [(0, 1), (2, 1), (-1, 3), (1, 0), (1, -1)])
    func refused(number: Int, count: Int) {
        #expect(RebuildShard(number: number, count: count) == nil)
    }
}
