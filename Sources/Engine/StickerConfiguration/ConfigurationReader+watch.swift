import JobModel

extension ConfigurationReader {
    func watch(_ reader: inout JSONObjectReader, into watch: inout WatchSettings) {
        watch.mode = reader.choice("mode", of: WatchSettings.Mode.self) ?? watch.mode
        watch.quietMilliseconds =
            reader.integer("quietMilliseconds", in: ConfigurationRange.quietMilliseconds) ?? watch.quietMilliseconds
        watch.pollSeconds = reader.integer("pollSeconds", in: ConfigurationRange.pollSeconds) ?? watch.pollSeconds
        watch.rescanSeconds =
            reader.integer("rescanSeconds", in: ConfigurationRange.rescanSeconds) ?? watch.rescanSeconds
        watch.retireAfterSeconds =
            reader.integer("retireAfterSeconds", in: ConfigurationRange.retireAfterSeconds) ?? watch.retireAfterSeconds
        watch.massChangeShare =
            reader.number("massChangeShare", in: ConfigurationRange.massChangeShare) ?? watch.massChangeShare
        watch.notes = reader.boolean("notes") ?? watch.notes
    }
}
