using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Stickerd
{
    /// <summary>
    /// Stickers that the app itself made, in code or with the camera. They are checked, saved, and listed newest first.
    /// </summary>
    public sealed class OwnStickers
    {
        const int LargestFile = 499999;
        const int SmallestSide = 300;
        const int LargestSide = 618;
        /// <summary>The maximum length of a description in UTF-16 units, which Messages counts.</summary>
        const int LongestLabel = 150;

        readonly string folder;

        /// <param name="folder">
        /// A folder that the system does not clear, for example in <c>Environment.SpecialFolder.LocalApplicationData</c>.
        /// </param>
        public OwnStickers(string folder) { this.folder = folder; }

        /// <summary>Saves a PNG.</summary>
        /// <param name="png">300 × 300 to 618 × 618 pixels and under 500,000 bytes. An animated PNG is possible.</param>
        /// <param name="label">The text for VoiceOver.</param>
        /// <exception cref="StickerLibraryException">Messages would not accept the file or the label.</exception>
        public StickerItem Add(byte[] png, string label)
        {
            Check(png, label);
            Directory.CreateDirectory(folder);
            var sha256 = Digest.Sha256(png);
            var file = FilePath(sha256, ".png");
            // The label is written last, because a picture without a label is not listed as a sticker.
            File.WriteAllBytes(file, png);
            File.WriteAllText(FilePath(sha256, ".txt"), label);
            return Item(sha256, label);
        }

        /// <summary>The saved stickers, the newest first.</summary>
        public IReadOnlyList<StickerItem> All()
        {
            if (!Directory.Exists(folder)) return new List<StickerItem>();
            return Directory.GetFiles(folder, "*.txt").Where(file => File.Exists(Path.ChangeExtension(file, ".png")))
                .OrderByDescending(File.GetLastWriteTimeUtc).ThenBy(file => file, StringComparer.Ordinal)
                .Select(file => Item(Path.GetFileNameWithoutExtension(file), File.ReadAllText(file))).ToList();
        }

        /// <summary>Removes a saved sticker. Does nothing if the sticker is not saved here.</summary>
        public void Remove(StickerItem sticker)
        {
            File.Delete(FilePath(sticker.Sha256, ".txt"));
            File.Delete(FilePath(sticker.Sha256, ".png"));
        }

        string FilePath(string sha256, string extension) { return Path.Combine(folder, sha256 + extension); }

        StickerItem Item(string sha256, string label)
        {
            return new StickerItem
            {
                Name = new StickerName("own", sha256), File = FilePath(sha256, ".png"), LocalizedDescription = label,
                Sha256 = sha256,
            };
        }

        static void Check(byte[] png, string label)
        {
            var signature = new byte[] { 0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A };
            if (png.Length < 33 || !png.Take(8).SequenceEqual(signature))
                throw new StickerLibraryException("The sticker is not a PNG. Encode it with UIImage.AsPNG().");
            int width = Number(png, 16), height = Number(png, 20);
            if (Math.Min(width, height) < SmallestSide || Math.Max(width, height) > LargestSide)
                throw new StickerLibraryException(
                    "The sticker has " + width + " × " + height + " pixels; Messages accepts 300 × 300 to 618 × 618. Draw it at "
                    + "another size.");
            if (png.Length > LargestFile)
                throw new StickerLibraryException(
                    "The sticker is " + png.Length + " bytes long; Messages accepts fewer than 500,000. Make it smaller, or use fewer "
                    + "colours.");
            if (label.Trim().Length == 0 || label.Length > LongestLabel)
                throw new StickerLibraryException(
                    "The label has " + label.Length + " characters; VoiceOver needs a label of 1 to " + LongestLabel + " characters.");
        }

        static int Number(byte[] bytes, int place)
        {
            return bytes[place] << 24 | bytes[place + 1] << 16 | bytes[place + 2] << 8 | bytes[place + 3];
        }
    }
}
