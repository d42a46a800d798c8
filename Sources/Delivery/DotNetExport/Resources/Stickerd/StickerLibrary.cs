using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace Stickerd
{
    /// <summary>The error if stickers cannot be read or saved. Its message says what to do.</summary>
    public sealed class StickerLibraryException : Exception
    {
        public StickerLibraryException(string message) : base(message) { }
    }

    /// <summary>Identifies a sticker, message or game piece: the id of its pack and its own id.</summary>
    public struct StickerName : IEquatable<StickerName>
    {
        public string Pack { get; }
        public string Id { get; }

        public StickerName(string pack, string id)
        {
            Pack = pack;
            Id = id;
        }

        public bool Equals(StickerName other) { return Pack == other.Pack && Id == other.Id; }
        public override bool Equals(object other) { return other is StickerName && Equals((StickerName)other); }
        public override int GetHashCode() { return ToString().GetHashCode(); }
        public override string ToString() { return Pack + "/" + Id; }
    }

    /// <summary>A sticker, ready for <c>MSSticker</c>.</summary>
    public sealed class StickerItem
    {
        public StickerName Name { get; internal set; }
        /// <summary>The path of the file.</summary>
        public string File { get; internal set; }
        /// <summary>The text for VoiceOver, in the person's language; at most 150 characters.</summary>
        public string LocalizedDescription { get; internal set; }
        public bool IsAnimated { get; internal set; }
        /// <summary>SHA-256 of the file, in lower-case hexadecimal.</summary>
        public string Sha256 { get; internal set; }
    }

    /// <summary>A pack and its stickers in browser order.</summary>
    public sealed class StickerPack
    {
        public string Id { get; internal set; }
        /// <summary>The title in the person's language.</summary>
        public string Title { get; internal set; }
        /// <summary><c>small</c>, <c>regular</c> or <c>large</c>.</summary>
        public string Size { get; internal set; }
        /// <summary>The time from which the pack may be shown. Null for no start.</summary>
        public DateTimeOffset? From { get; internal set; }
        /// <summary>The time from which the pack may no longer be shown. Null for no end.</summary>
        public DateTimeOffset? Until { get; internal set; }
        /// <summary>The product that a person must own to use the pack. Null if the pack is not sold.</summary>
        public string ProductId { get; internal set; }
        public IReadOnlyList<StickerItem> Stickers { get; internal set; }
    }

    /// <summary>The picture of an interactive message and its texts, in the person's language.</summary>
    public sealed class MessageItem
    {
        readonly IReadOnlyDictionary<string, string> texts;

        internal MessageItem(IReadOnlyDictionary<string, string> texts) { this.texts = texts; }

        public StickerName Name { get; internal set; }
        /// <summary>The path of the opaque picture.</summary>
        public string File { get; internal set; }
        /// <summary>Pixels of the picture per point.</summary>
        public int Scale { get; internal set; }
        public string Sha256 { get; internal set; }
        /// <summary>
        /// The path of the animated picture, an MP4 or a GIF. Null for a still message, and if the film is missing.
        /// </summary>
        public string Film { get; internal set; }
        internal string FilmSha256 { get; set; }
        /// <summary>Whether Messages removes the message after it was read.</summary>
        public bool Expires { get; internal set; }

        public string Caption { get { return Text("caption"); } }
        public string Subcaption { get { return Text("subcaption"); } }
        public string TrailingCaption { get { return Text("trailingCaption"); } }
        public string TrailingSubcaption { get { return Text("trailingSubcaption"); } }
        public string ImageTitle { get { return Text("imageTitle"); } }
        public string ImageSubtitle { get { return Text("imageSubtitle"); } }
        public string Summary { get { return Text("summary"); } }
        public string Label { get { return Text("label"); } }

        static readonly HashSet<string> namedKeys = new HashSet<string>
        {
            "caption", "subcaption", "trailingCaption", "trailingSubcaption", "summary",
        };

        /// <summary>
        /// The item with the participants' names in place of <c>{sender}</c> and <c>{recipient}</c> in its texts. Messages shows
        /// each person the name from their own contacts.
        /// </summary>
        /// <param name="sender">The identifier of the local participant.</param>
        /// <param name="recipients">
        /// The identifiers of the remote participants. Several names are separated by commas. If there are none, an ellipsis
        /// is used.
        /// </param>
        public MessageItem Naming(string sender, IEnumerable<string> recipients)
        {
            var others = string.Join(", ", recipients.Select(each => "$" + each));
            if (others.Length == 0) others = "…";
            var named = texts.ToDictionary(
                text => text.Key,
                text => namedKeys.Contains(text.Key)
                    ? text.Value.Replace("{sender}", "$" + sender).Replace("{recipient}", others) : text.Value);
            return new MessageItem(named)
            {
                Name = Name, File = File, Scale = Scale, Sha256 = Sha256, Film = Film, FilmSha256 = FilmSha256,
                Expires = Expires,
            };
        }

        /// <summary>A text by its key in the manifest. Null if there is none.</summary>
        internal string Text(string key)
        {
            string text;
            return texts.TryGetValue(key, out text) ? text : null;
        }
    }

    /// <summary>A game piece to draw on a board: a transparent square.</summary>
    public sealed class PieceItem
    {
        public StickerName Name { get; internal set; }
        /// <summary>The path of the picture.</summary>
        public string File { get; internal set; }
        /// <summary>Pixels of the picture per point.</summary>
        public int Scale { get; internal set; }
        /// <summary>The side of the unscaled square in points.</summary>
        public int Box { get; internal set; }
        /// <summary>
        /// The horizontal position of the anchor, the point of the square that is placed on a field: 0 is left, 1 is right.
        /// </summary>
        public double AnchorX { get; internal set; }
        /// <summary>The vertical position of the anchor: 0 is the top, 1 is the bottom.</summary>
        public double AnchorY { get; internal set; }
        /// <summary>The text for VoiceOver, in the person's language.</summary>
        public string Label { get; internal set; }
        public string Sha256 { get; internal set; }
    }

    /// <summary>The stickers, messages and pieces that came with the app: the folder <c>StickerAssets</c>.</summary>
    public sealed class StickerLibrary
    {
        const int SchemaVersion = 1;
        const string ManifestName = "catalog.json";

        readonly string folder;
        readonly LanguageChoice languages;
        readonly DateTimeOffset date;

        /// <summary>The packs that may be shown now or later. Packs whose period has ended are left out.</summary>
        public IReadOnlyList<StickerPack> Packs { get; private set; }
        public IReadOnlyList<MessageItem> Messages { get; private set; }
        public IReadOnlyList<PieceItem> Pieces { get; private set; }
        /// <summary>The number of items of the manifest whose file is missing or has the wrong size.</summary>
        public int Missing { get; private set; }

        /// <param name="folder">The folder <c>StickerAssets</c> in the bundle.</param>
        /// <param name="languages">The person's languages, the preferred one first: <c>NSLocale.PreferredLanguages</c>.</param>
        /// <param name="developmentLanguage">The <c>language</c> of pipeline.json.</param>
        /// <param name="date">The time at which the stickers are shown.</param>
        /// <exception cref="StickerLibraryException">The manifest is missing or cannot be read.</exception>
        public StickerLibrary(
            string folder, IReadOnlyList<string> languages, string developmentLanguage, DateTimeOffset date)
        {
            this.folder = folder;
            this.languages = new LanguageChoice(languages, developmentLanguage);
            this.date = date;
            Read(Manifest());
        }

        /// <summary>The packs that may be shown at the date of the library, including sold packs.</summary>
        public IEnumerable<StickerPack> Available()
        {
            return Packs.Where(pack => pack.From == null || pack.From <= date);
        }

        /// <summary>A sticker by its name. Null if the library does not contain it.</summary>
        public StickerItem Sticker(StickerName name)
        {
            return Packs.SelectMany(pack => pack.Stickers).FirstOrDefault(item => item.Name.Equals(name));
        }

        public MessageItem Message(StickerName name)
        {
            return Messages.FirstOrDefault(item => item.Name.Equals(name));
        }

        public PieceItem Piece(StickerName name) { return Pieces.FirstOrDefault(item => item.Name.Equals(name)); }

        // The manifest

        Fields Manifest()
        {
            var file = Path.Combine(folder, ManifestName);
            string text;
            try
            {
                text = File.ReadAllText(file);
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                var parent = Path.GetDirectoryName(folder.TrimEnd('/')) ?? "";
                if (File.Exists(Path.Combine(parent, ManifestName)))
                    throw new StickerLibraryException(
                        "The files of StickerAssets were copied one by one to " + parent + ". Put the folder StickerAssets into "
                        + "the project's folder Resources, and do not set LogicalName.");
                throw new StickerLibraryException(
                    ManifestName + " cannot be read in " + folder + ": " + error.Message + " Run `stickerd export dotnet`.");
            }
            try
            {
                var manifest = new Fields(Json.Parse(text), "the manifest");
                var version = manifest.Number("schemaVersion");
                if (version != SchemaVersion)
                    throw new StickerLibraryException(
                        "The catalog has schema version " + version + ", but this library reads version " + SchemaVersion
                        + ". Export again with the stickerd that wrote this library.");
                return manifest;
            }
            catch (JsonException error)
            {
                throw NotACatalog(error);
            }
        }

        static StickerLibraryException NotACatalog(JsonException error)
        {
            return new StickerLibraryException(
                "This is not a sticker catalog that stickerd wrote (" + error.Message
                + "). Run `stickerd export dotnet` again.");
        }

        void Read(Fields manifest)
        {
            try
            {
                var packs = manifest.List("packs").Select(pack => new PackFields(pack)).ToList();
                var ended = new HashSet<string>(packs.Where(pack => pack.Until <= date).Select(pack => pack.Id));
                Packs = packs.Where(pack => !ended.Contains(pack.Id)).Select(ReadPack).ToList();
                Messages = manifest.List("messages").Where(message => !ended.Contains(message.Text("pack")))
                    .Select(ReadMessage).Where(message => message != null).ToList();
                Pieces = manifest.List("pieces").SelectMany(ReadPieces).ToList();
            }
            catch (JsonException error)
            {
                throw NotACatalog(error);
            }
        }

        StickerPack ReadPack(PackFields pack)
        {
            var items = new List<StickerItem>();
            foreach (var sticker in pack.Fields.List("stickers"))
            {
                var file = Delivery(sticker);
                if (file == null) continue;
                items.Add(
                    new StickerItem
                    {
                        Name = new StickerName(pack.Id, sticker.Text("id")), File = file.Path, Sha256 = file.Sha256,
                        LocalizedDescription =
                            Shortened(languages.Text(sticker.Text("label"), sticker.Texts("labels")), 150),
                        IsAnimated = sticker.Has("animation"),
                    });
            }
            return new StickerPack
            {
                Id = pack.Id, Title = languages.Text(pack.Fields.Text("title"), pack.Fields.Texts("titles")),
                Size = pack.Fields.Text("size"), From = pack.From, Until = pack.Until,
                ProductId = pack.Fields.OptionalText("productID"), Stickers = items,
            };
        }

        static readonly string[] messageKeys =
        {
            "caption", "subcaption", "trailingCaption", "trailingSubcaption", "imageTitle", "imageSubtitle", "summary",
            "label",
        };

        MessageItem ReadMessage(Fields message)
        {
            var file = Delivery(message);
            if (file == null) return null;
            var film = message.Has("film") ? Asset(message.Object("film"), message) : null;
            var own = message.Has("text") ? message.Texts("text") : new Dictionary<string, string>();
            var translations = message.Objects("translations");
            var texts = new Dictionary<string, string>();
            foreach (var key in messageKeys)
            {
                string text;
                var others = translations.Where(other => other.Value.Has(key))
                    .ToDictionary(other => other.Key, other => other.Value.Text(key));
                var chosen = languages.Text(own.TryGetValue(key, out text) ? text : "", others);
                if (chosen.Length > 0) texts[key] = chosen;
            }
            return new MessageItem(texts)
            {
                Name = new StickerName(message.Text("pack"), message.Text("id")), File = file.Path, Scale = file.Scale,
                Sha256 = file.Sha256, Film = film == null ? null : film.Path,
                Expires = message.Flag("expires"), FilmSha256 = film == null ? null : film.Sha256,
            };
        }

        IEnumerable<PieceItem> ReadPieces(Fields pack)
        {
            foreach (var piece in pack.List("pieces"))
            {
                var file = Delivery(piece);
                if (file == null) continue;
                var anchor = piece.Object("anchor");
                yield return new PieceItem
                {
                    Name = new StickerName(pack.Text("id"), piece.Text("id")), File = file.Path, Scale = file.Scale,
                    Box = (int)pack.Number("box"), AnchorX = anchor.Real("x"), AnchorY = anchor.Real("y"),
                    Label = languages.Text(piece.Text("label"), piece.Texts("labels")), Sha256 = file.Sha256,
                };
            }
        }

        sealed class FileFields
        {
            internal string Path;
            internal string Sha256;
            internal int Scale;
        }

        /// <summary>The largest file of an item. Null if the folder does not have it. It is then counted as missing.</summary>
        FileFields Delivery(Fields item)
        {
            var best = item.List("renditions").OrderByDescending(rendition => rendition.Number("scale")).FirstOrDefault();
            if (best == null) throw new JsonException(item.Text("id") + " has no file");
            return Asset(best, item);
        }

        /// <summary>A file of an item. Null if the folder does not have it. It is then counted as missing.</summary>
        FileFields Asset(Fields best, Fields item)
        {
            var name = best.Text("path");
            var sha256 = best.Text("sha256");
            if (!IsAsset(name, sha256)) throw new JsonException(item.Text("id") + " has the file " + name);
            var file = new FileInfo(Path.Combine(folder, name));
            if (!file.Exists || file.Length != best.Number("bytes"))
            {
                Missing++;
                return null;
            }
            return new FileFields { Path = file.FullName, Sha256 = sha256, Scale = (int)best.Number("scale") };
        }

        /// <summary>Whether a path is <c>assets/[sha256].[file extension]</c>.</summary>
        static bool IsAsset(string path, string sha256)
        {
            const string start = "assets/";
            if (sha256.Length != 64 || !sha256.All(digit => "0123456789abcdef".IndexOf(digit) >= 0)) return false;
            if (!path.StartsWith(start + sha256 + ".", StringComparison.Ordinal)) return false;
            var extension = path.Substring(start.Length + 65);
            return extension.Length >= 1 && extension.Length <= 5
                && extension.All(letter => letter >= 'a' && letter <= 'z' || letter >= '0' && letter <= '9');
        }

        /// <summary>The paths of the files whose bytes differ from the manifest. Reads every file.</summary>
        public IReadOnlyList<string> DamagedFiles()
        {
            var files = Packs.SelectMany(pack => pack.Stickers).Select(item => new { item.File, item.Sha256 })
                .Concat(Messages.Select(item => new { item.File, item.Sha256 }))
                .Concat(
                    Messages.Where(item => item.Film != null)
                        .Select(item => new { File = item.Film, Sha256 = item.FilmSha256 }))
                .Concat(Pieces.Select(item => new { item.File, item.Sha256 }));
            return files.Where(item => Digest.Sha256(File.ReadAllBytes(item.File)) != item.Sha256)
                .Select(item => item.File).Distinct().ToList();
        }

        /// <summary>The text, shortened to a number of UTF-16 units, which Messages counts. No character is cut in two.</summary>
        static string Shortened(string text, int limit)
        {
            if (text.Length <= limit) return text;
            var places = StringInfo.ParseCombiningCharacters(text);
            return text.Substring(0, places.Last(place => place <= limit));
        }

        /// <summary>A pack with the period in which it may be shown.</summary>
        sealed class PackFields
        {
            internal readonly Fields Fields;
            internal readonly string Id;
            internal readonly DateTimeOffset? From;
            internal readonly DateTimeOffset? Until;

            internal PackFields(Fields fields)
            {
                Fields = fields;
                Id = fields.Text("id");
                if (!fields.Has("availability")) return;
                From = fields.Object("availability").Moment("from");
                Until = fields.Object("availability").Moment("until");
            }
        }
    }

    /// <summary>The members of a JSON object, with an error that names a missing member.</summary>
    sealed class Fields
    {
        readonly Dictionary<string, object> members;
        readonly string place;

        internal Fields(object value, string place)
        {
            this.place = place;
            members = value as Dictionary<string, object>;
            if (members == null) throw new JsonException(place + " is not an object");
        }

        internal bool Has(string key)
        {
            object value;
            return members.TryGetValue(key, out value) && value != null;
        }

        T Value<T>(string key)
        {
            object value;
            if (members.TryGetValue(key, out value) && value is T) return (T)value;
            throw new JsonException("“" + key + "” of " + place + (value == null ? " is missing" : " has another type"));
        }

        internal string Text(string key) { return Value<string>(key); }

        internal string OptionalText(string key) { return Has(key) ? Text(key) : null; }

        /// <summary>A flag. False if the key is missing.</summary>
        internal bool Flag(string key) { return Has(key) && Value<bool>(key); }

        internal long Number(string key) { return Value<long>(key); }

        internal double Real(string key)
        {
            object value;
            return members.TryGetValue(key, out value) && value is long ? (long)value : Value<double>(key);
        }

        internal Fields Object(string key) { return new Fields(Value<object>(key), "“" + key + "”"); }

        /// <summary>The objects of an array. Empty if the key is missing.</summary>
        internal List<Fields> List(string key)
        {
            if (!Has(key)) return new List<Fields>();
            return Value<List<object>>(key).Select(value => new Fields(value, "“" + key + "”")).ToList();
        }

        /// <summary>The texts of an object. Empty if the key is missing.</summary>
        internal Dictionary<string, string> Texts(string key)
        {
            if (!Has(key)) return new Dictionary<string, string>();
            var texts = Object(key);
            return texts.members.Where(member => member.Value is string)
                .ToDictionary(member => member.Key, member => (string)member.Value);
        }

        /// <summary>The objects of an object, by key. Empty if the key is missing.</summary>
        internal Dictionary<string, Fields> Objects(string key)
        {
            if (!Has(key)) return new Dictionary<string, Fields>();
            return Object(key).members.ToDictionary(member => member.Key, member => new Fields(member.Value, member.Key));
        }

        /// <summary>A time such as <c>2026-12-01T00:00:00Z</c>. Null if the key is missing.</summary>
        internal DateTimeOffset? Moment(string key)
        {
            if (!Has(key)) return null;
            DateTimeOffset moment;
            if (DateTimeOffset.TryParseExact(
                Text(key), "yyyy-MM-dd'T'HH:mm:sszzz", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal,
                out moment))
                return moment;
            if (DateTimeOffset.TryParseExact(
                Text(key), "yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal,
                out moment))
                return moment;
            throw new JsonException("“" + key + "” is not a moment: " + Text(key));
        }
    }
}
