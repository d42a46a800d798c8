import JobModel

/// A key of `pipeline.json`, stated once: its meaning, its allowed values, its default and its place in the
/// configuration. The reader, the schema, the reference and the starter file are made from it.
package struct ConfigurationKey: Sendable {
    /// The name of the key in its section.
    package let name: String
    /// The meaning of the key, with its unit.
    package let sentence: String
    /// The allowed values, in the reference, in the file and in the schema.
    let accepts: AcceptedValues
    /// The default as JSON.
    let defaultText: String
    /// Reads the value of the key into a configuration.
    let read: @Sendable (ConfigurationReader, inout JSONObjectReader, inout Configuration) -> Void

    /// The sentence and the allowed values, as documented in the file.
    var documentation: String {
        [sentence, accepts.note].compactMap(\.self).joined(separator: " ")
    }
}

/// The texts about the allowed values of a key.
struct AcceptedValues: Sendable {
    /// A cell of the reference.
    var cell: String
    /// The sentence in the file. Nil if the key's sentence is enough.
    var note: String?
    /// The members of the key's schema, after its description.
    var schema: SchemaNode.Members
}

extension ConfigurationKey {
    /// A key whose value is a property of the configuration. The property's initial value is its default.
    init<Value>(
        _ name: String, _ property: WritableKeyPath<Configuration, Value> & Sendable,
        _ value: ConfigurationValue<Value>,
        _ sentence: String
    ) {
        self.init(
            name: name, sentence: sentence, accepts: value.accepts,
            defaultText: value.defaultText(Configuration.defaults(folder: "/")[keyPath: property])
        ) { file, reader, configuration in
            if let value = value.read(file, name, &reader) { configuration[keyPath: property] = value }
        }
    }
}

/// Keys with a common prefix: an object of `pipeline.json`, or its top level.
package struct ConfigurationSection: Sendable {
    /// The key of the object. Empty for the top level.
    package let name: String
    /// The meaning of the section. Empty for the top level.
    package let sentence: String
    /// In the order in which people read them.
    package let keys: [ConfigurationKey]
    /// Checks the keys together, after all have been read.
    var check: @Sendable (inout JSONObjectReader, Configuration) -> Void = { _, _ in }

    /// The path of a key: the names that lead to it, joined by dots.
    package func path(of key: ConfigurationKey) -> String {
        name.isEmpty ? key.name : "\(name).\(key.name)"
    }
}
