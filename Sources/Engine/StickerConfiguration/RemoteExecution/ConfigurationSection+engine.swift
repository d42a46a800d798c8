extension ConfigurationSection {
    static let engine = ConfigurationSection(
        name: "engine",
        sentence:
            "A Remote Execution engine that also renders stickers and shares results (docs/operate/scale-out.md).",
        keys: [
            .init(
                "url", \.engine.url, .orNull(.engineAddress),
                "The address of the engine, such as grpcs://farm.example.com:443 or unix:/run/casd.sock. With null, "
                    + "only this machine renders."),
            .init(
                "instance", \.engine.instance, .word,
                "The name of the instance on the server; empty if the server has only one."),
            .init(
                "jobs", \.engine.jobs, .integer(0...2000),
                "The maximum number of jobs at the engine at the same time. With 0, the engine only stores results."),
            .init(
                "write", \.engine.write, .boolean,
                "Whether results of this machine are stored in the engine's cache, and not only read from it."),
            .init(
                "salt", \.engine.salt, .word,
                "A text that is part of the key of each result. Change it to ignore all earlier results of the "
                    + "engine."),
            .init(
                "platform", \.engine.platform, .properties,
                "The properties that a worker must have, as { \"OSFamily\": \"linux\", \"container-image\": "
                    + "\"docker://…@sha256:…\" }."),
            .init(
                "environment", \.engine.environment, .choice,
                "The way in which workers get stickerd-render: image if it is installed on them, inputs if it is sent "
                    + "to them with its libraries and fonts."),
            .init(
                "tokenFile", \.engine.tokenFile, .orNull(.path),
                "A file with a Bearer token, which other users must not be able to read."),
            .init(
                "authority", \.engine.authority, .orNull(.path),
                "A PEM file with the accepted certificate authorities. With null, those of the system are accepted."),
            .init(
                "certificate", \.engine.certificate, .orNull(.path),
                "A PEM file with the client's certificate, if the server requires one."),
            .init(
                "key", \.engine.key, .orNull(.path),
                "A PEM file with the key of the client's certificate."),
            .init(
                "insecure", \.engine.insecure, .boolean,
                "Whether an unencrypted connection to another machine is allowed."),
            .init(
                "verifyShare", \.engine.verifyShare, .number(0.0...1.0),
                "The share of the engine's results that this machine also renders as a check. If a result differs, "
                    + "the results of its worker are no longer used."),
        ]
    ) { ConfigurationReader.checkEngine(&$0, $1.engine) }
}
