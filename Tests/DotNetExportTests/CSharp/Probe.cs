// Prints the data that the C# client reads, one item per line, for comparison with the Swift client.
using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using Stickerd;

static class Probe
{
    static void Main(string[] arguments)
    {
        var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { NewLine = "\n" };
        switch (arguments[0])
        {
            case "library": PrintLibrary(output, arguments[1], arguments[2].Split(',')); break;
            case "states": PrintStates(output, arguments[1]); break;
            case "read": PrintState(output, arguments[1]); break;
            case "own": PrintOwn(output, arguments[1], arguments[2]); break;
        }
        output.Flush();
    }

    static void PrintLibrary(TextWriter output, string folder, string[] languages)
    {
        StickerLibrary library;
        try
        {
            library = new StickerLibrary(folder, languages, "en", new DateTimeOffset(2026, 6, 1, 0, 0, 0, TimeSpan.Zero));
        }
        catch (StickerLibraryException error)
        {
            output.WriteLine("error|" + error.Message);
            return;
        }
        foreach (var pack in library.Packs)
        {
            output.WriteLine("pack|" + pack.Id + "|" + pack.Title + "|" + pack.Size + "|" + pack.ProductId);
            foreach (var item in pack.Stickers)
                output.WriteLine(
                    "sticker|" + item.Name + "|" + item.LocalizedDescription + "|" + (item.IsAnimated ? "animated" : "still")
                    + "|" + Path.GetFileName(item.File) + "|" + item.Sha256);
        }
        output.WriteLine("available|" + string.Join(",", library.Available().Select(pack => pack.Id)));
        const string sender = "01000000-0000-0000-0000-000000000000";
        foreach (var item in library.Messages.Select(each => each.Naming(sender, new string[0])))
            output.WriteLine(
                "message|" + item.Name + "|" + string.Join(
                    "|", item.Caption, item.Subcaption, item.TrailingCaption, item.TrailingSubcaption, item.ImageTitle,
                    item.ImageSubtitle, item.Summary, item.Label) + "|" + item.Scale + "|" + Path.GetFileName(item.Film) + "|"
                + (item.Expires ? "true" : "false"));
        foreach (var item in library.Pieces)
            output.WriteLine(
                "piece|" + item.Name + "|" + item.Label + "|" + item.Box + "|"
                + item.AnchorX.ToString(CultureInfo.InvariantCulture) + "|"
                + item.AnchorY.ToString(CultureInfo.InvariantCulture));
        output.WriteLine("missing|" + library.Missing + "|damaged|" + library.DamagedFiles().Count);
    }

    /// <summary>The text of a state for each line of a file, and whether its URL is read again.</summary>
    static void PrintStates(TextWriter output, string file)
    {
        MessageState last = null;
        foreach (var line in File.ReadAllLines(file))
        {
            var state = new MessageState(3, Json.Parse(line), 7);
            var read = MessageState.Read(state.Url("https://example.com/a?x=%26&state=old#part"), 3);
            var isNewer = last != null && state.IsNewer(last);
            output.WriteLine(state.Text + "|" + (read.Text == state.Text) + "|" + isNewer);
            last = state;
        }
    }

    static void PrintState(TextWriter output, string file)
    {
        foreach (var line in File.ReadAllLines(file))
        {
            try
            {
                output.WriteLine(MessageState.Read(line, 1).Text);
            }
            catch (MessageStateException)
            {
                output.WriteLine("error");
            }
        }
    }

    static void PrintOwn(TextWriter output, string folder, string file)
    {
        var own = new OwnStickers(folder);
        var png = File.ReadAllBytes(file);
        var added = own.Add(png, "A cat");
        output.WriteLine(own.All().Count + "|" + own.All()[0].LocalizedDescription + "|" + File.Exists(added.File));
        foreach (var wrong in new[] { new byte[40], png.Concat(new byte[500000]).ToArray(), Resized(png, 200), Resized(png, 700) })
        {
            try
            {
                own.Add(wrong, "A cat");
                output.WriteLine("taken");
            }
            catch (StickerLibraryException)
            {
                output.WriteLine("refused");
            }
        }
        own.Remove(added);
        output.WriteLine(own.All().Count);
    }

    static byte[] Resized(byte[] png, int width)
    {
        var copy = (byte[])png.Clone();
        copy[18] = (byte)(width >> 8);
        copy[19] = (byte)width;
        return copy;
    }
}
