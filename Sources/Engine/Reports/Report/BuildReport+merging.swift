import StickerManifest

extension BuildReport {
    /// The previous and the new report on some packs.
    package struct Part: Sendable {
        /// The ids of the packs.
        package var packs: Set<String>
        /// The previous report on these packs.
        package var before: BuildReport
        /// The new report on these packs.
        package var after: BuildReport

        package init(packs: Set<String>, before: BuildReport, after: BuildReport) {
            self.packs = packs
            self.before = before
            self.after = after
        }
    }

    /// The report on a build that affected only some packs. Combines this report with the new report on these packs.
    ///
    /// - Parameters:
    ///   - contains: returns whether a path in the drop folder belongs to one of these packs.
    ///   - weight: returns the sizes of all published files. Called only if the largest file belonged to these packs
    /// and has become smaller.
    /// - Throws: the errors of `weight`.
    package func replacing(
        _ part: Part, contains: (String) -> Bool, weight: () throws -> Weight
    ) rethrows -> BuildReport {
        var report = part.after
        func paths<Element>(
            _ earlier: [Element], _ news: [Element], _ path: (Element) -> String
        ) -> [Element] {
            (earlier.filter { !contains(path($0)) } + news).sorted { path($0) < path($1) }
        }
        report.rejected = (rejected.filter { !part.packs.contains($0.pack) } + part.after.rejected)
            .sorted { $0.path < $1.path }
        let sentBack = (self.sentBack ?? []).filter { !part.packs.contains($0.pack) } + (part.after.sentBack ?? [])
        report.sentBack = sentBack.isEmpty ? nil : sentBack.sorted { $0.path < $1.path }
        report.superseded = paths(superseded, part.after.superseded, \.path)
        report.duplicates = paths(duplicates, part.after.duplicates, \.path)
        report.waiting = paths(waiting, part.after.waiting) { $0 }
        report.ignored = paths(ignored, part.after.ignored, \.path)
        // Both lists are sorted, and no pack is in both.
        report.warnings = (warnings.filter { !part.packs.contains($0.pack) } + part.after.warnings)
            .sorted { $0.pack < $1.pack }
        report.counts = counts.replacing(part.before.counts, by: part.after.counts)
        report.counts.rejected = report.rejected.count
        report.counts.superseded = report.superseded.count
        report.counts.duplicate = report.duplicates.count
        report.counts.waiting = report.waiting.count
        report.counts.ignored = report.ignored.count
        if let replaced = bytes.replacing(part) { report.bytes = replaced } else { report.bytes = try weight() }
        return report
    }
}

extension BuildReport.Counts {
    fileprivate func replacing(_ before: BuildReport.Counts, by after: BuildReport.Counts) -> BuildReport.Counts {
        var counts = self
        counts.published += after.published - before.published
        counts.awaitingApproval += after.awaitingApproval - before.awaitingApproval
        counts.unapproved += after.unapproved - before.unapproved
        return counts
    }
}

extension BuildReport.Weight {
    /// The sizes if nothing is published.
    package static var nothing: BuildReport.Weight { BuildReport.Weight(total: 0, shipped: 0) }

    /// Adds the sizes of further packs, whose ids must follow those of the packs that were added before.
    package mutating func add(_ other: BuildReport.Weight) {
        total = total.addingWithinRange(other.total)
        shipped = shipped.addingWithinRange(other.shipped)
        if other.largest?.bytes ?? -1 > largest?.bytes ?? -1 { largest = other.largest }
        if other.largestShipped?.bytes ?? -1 > largestShipped?.bytes ?? -1 { largestShipped = other.largestShipped }
    }

    /// Updates the sizes after a build that affected only some packs.
    ///
    /// - Returns: nil if the largest file cannot be determined without examining all stickers.
    fileprivate func replacing(_ part: BuildReport.Part) -> BuildReport.Weight? {
        var weight = BuildReport.Weight(
            total: total.addingWithinRange(part.after.bytes.total - part.before.bytes.total),
            shipped: shipped.addingWithinRange(part.after.bytes.shipped - part.before.bytes.shipped))
        for file in [\BuildReport.Weight.largest, \.largestShipped] {
            let (old, new) = (self[keyPath: file], part.after.bytes[keyPath: file])
            guard let old else {
                weight[keyPath: file] = new
                continue
            }
            switch (part.packs.contains(old.pack), (new?.bytes ?? -1) - old.bytes) {
            case (_, 1...): weight[keyPath: file] = new
            case (false, 0): weight[keyPath: file] = (new?.pack ?? old.pack) < old.pack ? new : old
            case (false, _): weight[keyPath: file] = old
            // Valid only for the same file. Otherwise, a file of the same size in another pack could precede it.
            case (true, 0) where new == old: weight[keyPath: file] = old
            default: return nil
            }
        }
        return weight
    }
}
