import CVips

/// One call of a libvips operation. The caller sets arguments by name, runs the operation, and reads the results.
///
/// The C functions of libvips are variadic, so Swift cannot call them. The operations behind them are GObjects, and
/// every argument is a property. Scalars, enumerations and arrays are set from text, as by the `vips` command.
final class VipsOperation {
    /// The value of an argument.
    enum Argument {
        case image(Image)
        case images([Image])
        case bytes([UInt8])
        case int(Int)
        case double(Double)
        case bool(Bool)
        /// An enumeration's nickname or a string.
        case text(String)
        case doubles([Double])
    }

    private let name: String
    private let pointer: UnsafeMutablePointer<CVips.VipsOperation>

    /// - Throws: `VipsError.operationFailed` if this build of libvips lacks the operation.
    init(_ name: String) throws {
        // Earlier successful calls may have left messages.
        vips_error_clear()
        guard let pointer = vips_operation_new(name) else { throw VipsError.failed(name) }
        self.name = name
        self.pointer = pointer
    }

    deinit {
        vips_object_unref_outputs(object)
        g_object_unref(pointer)
    }

    private var object: UnsafeMutablePointer<VipsObject> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: VipsObject.self)
    }

    private var gobject: UnsafeMutablePointer<GObject> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self)
    }

    /// Sets one argument.
    func set(_ argument: String, _ value: Argument) throws {
        switch value {
        case .image(let image):
            setProperty(argument, type: vips_image_get_type()) { g_value_set_object(&$0, image.pointer) }
        case .images(let images):
            var pointers: [UnsafeMutablePointer<VipsImage>?] = images.map(\.pointer)
            let array = vips_array_image_new(&pointers, Int32(pointers.count))
            setProperty(argument, type: vips_array_image_get_type()) { g_value_set_boxed(&$0, array) }
            array.map { vips_area_unref(UnsafeMutableRawPointer($0).assumingMemoryBound(to: VipsArea.self)) }
        case .bytes(let bytes):
            let blob = bytes.withUnsafeBytes { vips_blob_copy($0.baseAddress, $0.count) }
            setProperty(argument, type: vips_blob_get_type()) { g_value_set_boxed(&$0, blob) }
            blob.map { vips_area_unref(UnsafeMutableRawPointer($0).assumingMemoryBound(to: VipsArea.self)) }
        case .int(let number): try setText(argument, String(number))
        case .double(let number): try setText(argument, String(number))
        case .bool(let flag): try setText(argument, flag ? "true" : "false")
        case .text(let text): try setText(argument, text)
        case .doubles(let numbers): try setText(argument, numbers.map { String($0) }.joined(separator: " "))
        }
    }

    /// Runs the operation.
    func run() throws {
        guard vips_object_build(object) == 0 else { throw VipsError.failed(name) }
    }

    /// A result of the operation that is an image.
    func image(_ result: String = "out") throws -> Image {
        var value = GValue()
        g_value_init(&value, vips_image_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(gobject, result, &value)
        guard let pointer = g_value_dup_object(&value) else {
            throw VipsError.operationFailed(operation: name, detail: "it gave no image")
        }
        return Image(owning: pointer.assumingMemoryBound(to: VipsImage.self))
    }

    /// A result of the operation that consists of bytes, for example of a saver.
    func bytes(_ result: String = "buffer") throws -> [UInt8] {
        var value = GValue()
        g_value_init(&value, vips_blob_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(gobject, result, &value)
        var length = 0
        guard let boxed = g_value_get_boxed(&value),
            let data = vips_blob_get(boxed.assumingMemoryBound(to: VipsBlob.self), &length)
        else {
            throw VipsError.operationFailed(operation: name, detail: "it gave no bytes")
        }
        return [UInt8](UnsafeRawBufferPointer(start: data, count: length))
    }

    private func setText(_ argument: String, _ text: String) throws {
        guard vips_object_set_argument_from_string(object, argument, text) == 0 else { throw VipsError.failed(name) }
    }

    private func setProperty(_ argument: String, type: GType, _ fill: (inout GValue) -> Void) {
        var value = GValue()
        g_value_init(&value, type)
        fill(&value)
        g_object_set_property(gobject, argument, &value)
        g_value_unset(&value)
    }
}

extension VipsOperation {
    /// Runs an operation with arguments, and returns its image.
    static func image(_ name: String, _ arguments: KeyValuePairs<String, Argument>) throws -> Image {
        let operation = try VipsOperation(name)
        for (argument, value) in arguments {
            try operation.set(argument, value)
        }
        try operation.run()
        return try operation.image()
    }

    /// Runs a saver with arguments, and returns its bytes.
    static func bytes(_ name: String, _ arguments: KeyValuePairs<String, Argument>) throws -> [UInt8] {
        let operation = try VipsOperation(name)
        for (argument, value) in arguments {
            try operation.set(argument, value)
        }
        try operation.run()
        return try operation.bytes()
    }
}
