import FileAccess
import Foundation
import JobModel

/// The result of rendering a small picture at the farm and on this machine.
package struct FarmComparison: Sendable, Hashable {
    /// The name of the farm's worker. Empty if the farm does not report the name.
    package var worker: String
    /// Whether both results are equal.
    package var isEqual: Bool
    /// The time from the request to the checked answer of the farm.
    package var timeThere: Duration
    package var timeHere: Duration
    /// The time for which the job was queued at the farm, in seconds.
    package var queueSeconds: Double

    package init(worker: String, isEqual: Bool, timeThere: Duration, timeHere: Duration, queueSeconds: Double) {
        (self.worker, self.isEqual, self.queueSeconds) = (worker, isEqual, queueSeconds)
        (self.timeThere, self.timeHere) = (timeThere, timeHere)
    }
}

extension StickerPool {
    /// Renders a picture at the farm and on this machine. The pool's purpose must be `FarmUse.Purpose.test`.
    ///
    /// - Parameter folder: the absolute path of a folder that is created for the picture and then removed.
    /// - Returns: nil if the farm did not render the picture.
    /// - Throws: the errors of `make`.
    package func compareFarm(in folder: String) async throws -> FarmComparison? {
        guard let farm else { return nil }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/test.svg"
        try Data(PackageResources.text_svg).write(to: URL(filePath: path))
        let recipe = Recipe(
            size: .small, render: RenderSettings(), encode: EncodeSettings(), backgrounds: [], limits: SourceLimits(),
            ruleLimits: [:])
        let job = StickerJob(name: "test.svg", recipe: recipe)
        let source = JobSource(file: path, sha256: Digest.sha256(PackageResources.text_svg), limits: recipe.limits)
        let begin = ContinuousClock.now
        let there = try await make(job, of: source, into: { folder }, fingerprint: "there")
        let middle = ContinuousClock.now
        guard let maker = farm.makers.maker(of: "there") else { return nil }
        let here = try await make(job, of: source, into: nil)
        return FarmComparison(
            worker: maker.worker, isEqual: there == here, timeThere: begin.duration(to: middle),
            timeHere: middle.duration(to: .now), queueSeconds: farm.work.queueSeconds)
    }
}
