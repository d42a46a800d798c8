/// The files that `stickerd init` creates in a new project.
package enum StarterFiles {
    /// The folders, relative to the project.
    package static let folders = ["drop", "out", "backgrounds"]

    /// The name of the configuration file.
    package static let configurationName = "pipeline.json"

    /// The text of a new project's `pipeline.json`, which contains each key with its default and its meaning.
    package static let configuration = text(
        heading: "The settings of stickerd. Keys that begin with // are comments; a key that is left out has the "
            + "value shown here, but then no photo is used.",
        values: ["previews.backgrounds": backgrounds(photo: photoName)])

    /// The path of the background photo, relative to the project.
    package static let photoName = "backgrounds/photo.jpg"

    /// The text of the `pipeline.json` in the root of the repository, which uses the samples.
    package static let repositoryConfiguration = text(
        heading: "The settings of stickerd, and the documentation of every key. Keys that begin with // are "
            + "comments. The values shown are the defaults, except for drop, which is drop by default, and the "
            + "photo, which is not set.",
        values: [
            "drop": "\"samples/drop\"",
            "previews.backgrounds": backgrounds(photo: "samples/backgrounds/photo.jpg"),
        ])

    /// The plain backgrounds and a photo, as a JSON list.
    private static func backgrounds(photo: String) -> String {
        Configuration.BackgroundSetting.list(
            Configuration.BackgroundSetting.plain + [.init(name: "photo", fill: .image(photo))])
    }
}
