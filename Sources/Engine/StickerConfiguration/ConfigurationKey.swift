import JobModel

/// The definition of a key of `pipeline.json`: its meaning, its allowed values, its default, and the property that it
/// sets. The reader, the schema, the reference and the initial file are generated from these definitions.
package struct ConfigurationKey: Sendable {
    /// The name of the key in its section.
    package let name: String
    /// A sentence with the meaning of the key and its unit.
    package let sentence: String
    /// The texts about the allowed values, for the reference, the file and the schema.
    package let accepts: AcceptedValues
    /// The default value as JSON.
    let defaultText: String
    /// Reads the value of the key, and sets it in the configuration.
    let read: @Sendable (ConfigurationReader, inout JSONObjectReader, inout Configuration) -> Void

    /// The documentation of the key in the file: its meaning and its allowed values.
    var documentation: String {
        [sentence, accepts.note].compactMap(\.self).joined(separator: " ")
    }
}

/// Describes the allowed values of a key.
package struct AcceptedValues: Sendable {
    /// The text for the reference.
    package var cell: String
    /// The sentence for the file. Nil if the meaning of the key is sufficient.
    package var note: String?
    /// The members of the key's schema, except its description.
    var schema: SchemaNode.Members
}

extension ConfigurationKey {
    /// A key that sets a property of the configuration. Its default is the initial value of the property.
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

/// A group of keys: an object in `pipeline.json`, or the keys at its top level.
package struct ConfigurationSection: Sendable {
    /// The key of the object. Empty for the top level.
    package let name: String
    /// A sentence with the meaning of the section. Empty for the top level.
    package let sentence: String
    /// The keys in the order of the documentation.
    package let keys: [ConfigurationKey]
    /// Checks values that depend on each other. Called after all keys of the section were read.
    var check: @Sendable (inout JSONObjectReader, Configuration) -> Void = { _, _ in }

    /// The path of a key, such as `encode.byteLimit`.
    package func path(of key: ConfigurationKey) -> String {
        name.isEmpty ? key.name : "\(name).\(key.name)"
    }
}
