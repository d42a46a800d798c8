import JobModel

extension ConfigurationKey {
    static let engine: [ConfigurationKey] = [
        .init(
            path: "engine", accepts: .section, defaultText: "",
            sentence: "A Remote Execution engine that also renders stickers and shares results "
                + "(docs/operate/scale-out.md)."),
        .init(
            path: "engine.url", accepts: .text, defaultText: "null",
            sentence: "Its address, such as grpcs://farm.example.com:443 or unix:/run/casd.sock. With null only this "
                + "machine renders."),
        .init(
            path: "engine.instance", accepts: .text, defaultText: EngineSettings().instance.jsonText,
            sentence: "The name of the instance on the server; empty for its only one."),
        .init(
            path: "engine.jobs", accepts: .integer(EngineRange.jobs), defaultText: String(EngineSettings().jobs),
            sentence: "The most jobs at the engine at the same time. With 0 it only keeps results."),
        .init(
            path: "engine.write", accepts: .boolean, defaultText: String(EngineSettings().write),
            sentence: "Whether results of this machine are stored in the engine's cache, and not only read from it."),
        .init(
            path: "engine.salt", accepts: .text, defaultText: EngineSettings().salt.jsonText,
            sentence: "A text in the key of each result. Change it to ignore all earlier results of the engine."),
        .init(
            path: "engine.platform", accepts: .properties, defaultText: "{}",
            sentence: "The properties that a worker must have, as { \"OSFamily\": \"linux\", \"container-image\": "
                + "\"docker://…@sha256:…\" }."),
        .init(
            path: "engine.environment", accepts: .choice(EngineSettings.Environment.allCases.map(\.rawValue)),
            defaultText: EngineSettings().environment.rawValue.jsonText,
            sentence: "Where workers have stickerd-render from: image means that it is installed there, inputs that it "
                + "is sent with its libraries and fonts."),
        .init(
            path: "engine.tokenFile", accepts: .folder, defaultText: "null",
            sentence: "A file with a Bearer token, which other users must not be able to read."),
        .init(
            path: "engine.authority", accepts: .folder, defaultText: "null",
            sentence: "A PEM file with the accepted authorities. With null those of the system count."),
        .init(
            path: "engine.certificate", accepts: .folder, defaultText: "null",
            sentence: "A PEM file with the client's certificate, if the server wants one."),
        .init(
            path: "engine.key", accepts: .folder, defaultText: "null",
            sentence: "A PEM file with the key of the client's certificate."),
        .init(
            path: "engine.insecure", accepts: .boolean, defaultText: String(EngineSettings().insecure),
            sentence: "Whether an unencrypted connection to another machine is allowed."),
        .init(
            path: "engine.verifyShare", accepts: .number(EngineRange.verifyShare),
            defaultText: EngineSettings().verifyShare.plainText,
            sentence: "The share of the engine's results that is also rendered here. A worker with a different result "
                + "is not believed any more."),
    ]
}
