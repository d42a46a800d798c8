/// What `stickerd init` puts into a new project.
package enum StarterFiles {
    /// The folders, relative to the project.
    package static let folders = ["drop", "out"]

    /// The name of the configuration file.
    package static let configurationName = "pipeline.json"

    /// The text of a new project's `pipeline.json`: every key with its default and what it means.
    package static let configuration = ConfigurationText(
        heading: "The settings of stickerd. Keys that begin with // are comments; a key that is left out has the value "
            + "shown here.",
        examples: [
            "previews": [
                (
                    name: "add a photo of your own to the list like this",
                    value: ConfigurationText.entry(.init(name: "photo", fill: .image("backgrounds/photo.jpg")))
                )
            ]
        ]
    ).rendered

    /// The text of the `pipeline.json` at the top of the repository, which runs on the samples.
    package static let repositoryConfiguration = ConfigurationText(
        heading: "The settings of stickerd, and the documentation of every key. Keys that begin with // are comments. "
            + "A key that is left out has the value shown here; drop is then drop, and there is no photo.",
        schema: "schemas/pipeline.schema.json",
        values: [
            "drop": "\"samples/drop\"",
            "previews.backgrounds": ConfigurationText.list(
                Configuration.BackgroundSetting.plain
                    + [.init(name: "photo", fill: .image("samples/backgrounds/photo.jpg"))]),
        ]
    ).rendered
}
