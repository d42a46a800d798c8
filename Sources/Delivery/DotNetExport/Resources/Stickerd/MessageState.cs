using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

namespace Stickerd
{
    /// <summary>The error if a state cannot be made, sent or read. Its message says what to do.</summary>
    public sealed class MessageStateException : Exception
    {
        public MessageStateException(string message) : base(message) { }
    }

    /// <summary>
    /// The state of a game or a task in an interactive message: a payload of the app, the version of its format and a counter of
    /// moves. The message's URL contains it, in the same form as in apps in Swift.
    /// </summary>
    /// <remarks>
    /// Anyone in a conversation can make such a URL by hand. The state is checked for its form and its size. The app must check
    /// whether a payload obeys the rules of the game.
    /// </remarks>
    public sealed class MessageState
    {
        const int LargestNumber = 999999999;

        /// <summary>The version of the payload's format. An app can read only states of the version that it expects.</summary>
        public int Version { get; }
        /// <summary>The number of earlier moves. 0 in the first message of a session.</summary>
        public int Move { get; }
        /// <summary>The data of the app, as <see cref="Json"/> has it.</summary>
        public object Payload { get; }
        /// <summary>
        /// The transmitted text: version, move and payload, separated by dots. It decides which of two simultaneous moves is
        /// newer.
        /// </summary>
        public string Text { get; }

        /// <param name="version">0 to 999,999,999. Raise it when older versions of the app cannot read the payload.</param>
        /// <param name="payload">A value of <see cref="Json"/>.</param>
        /// <param name="move">0 to 999,999,999.</param>
        /// <exception cref="MessageStateException">A number is out of range, or the payload cannot be encoded.</exception>
        public MessageState(int version, object payload, int move = 0)
        {
            foreach (var number in new[] { version, move })
            {
                if (number < 0 || number > LargestNumber)
                    throw new MessageStateException(
                        number + " cannot be a version or a move: they are 0 to " + LargestNumber + ".");
            }
            Version = version;
            Move = move;
            Payload = payload;
            try
            {
                Text = version + "." + move + "." + Encode(Encoding.UTF8.GetBytes(Json.Write(payload)));
            }
            catch (JsonException error)
            {
                throw new MessageStateException(
                    "The payload cannot be encoded (" + error.Message + "). Change the payload's type.");
            }
        }

        MessageState(int version, int move, object payload, string text)
        {
            Version = version;
            Move = move;
            Payload = payload;
            Text = text;
        }

        /// <summary>Reads the state of a message.</summary>
        /// <param name="url">The URL of the message. Null if no message is selected.</param>
        /// <param name="version">The version of the payload's format that this app reads.</param>
        /// <exception cref="MessageStateException">The URL has no usable state.</exception>
        public static MessageState Read(string url, int version)
        {
            if (url == null) throw NoState();
            var fields = new MessageUrl(url).State().Split('.');
            int found, move;
            if (fields.Length != 3 || !IsNumber(fields[0], out found) || !IsNumber(fields[1], out move))
                throw Damaged("it is not a version, a move and a payload");
            if (found != version)
                throw new MessageStateException(
                    "The message has version " + found + ", but this app reads version " + version
                    + (found > version ? ". Update the app." : ". Start a new game."));
            return new MessageState(found, move, Decode(fields[2]), string.Join(".", fields));
        }

        /// <summary>The state after this one, with the next move number.</summary>
        public MessageState Next(object payload) { return new MessageState(Version, payload, Move + 1); }

        /// <summary>The URL of a message with this state.</summary>
        /// <param name="address">
        /// The URL to which the state is added as query item <c>state</c>: https or http, which macOS opens in a browser, or
        /// data, for an app without a server. Its other query items are kept.
        /// </param>
        /// <exception cref="MessageStateException">The URL would be too long for Messages, or is not suitable.</exception>
        public string Url(string address) { return new MessageUrl(address).Adding(Text); }

        /// <summary>Whether this state replaces another one of the same session.</summary>
        /// <remarks>
        /// The state with more moves is newer. Of two states with the same number of moves, the one whose text has the smaller
        /// SHA-256 is newer, so that all devices keep the same state. Of equal states, neither is newer.
        /// </remarks>
        public bool IsNewer(MessageState other)
        {
            if (Move != other.Move) return Move > other.Move;
            return string.CompareOrdinal(Digest.Sha256(Text), Digest.Sha256(other.Text)) < 0;
        }

        /// <summary>The newest of these states, whose order does not matter. Null if there are none.</summary>
        public static MessageState Newest(IEnumerable<MessageState> states)
        {
            MessageState newest = null;
            foreach (var state in states)
            {
                if (newest == null || state.IsNewer(newest)) newest = state;
            }
            return newest;
        }

        static bool IsNumber(string digits, out int number)
        {
            number = 0;
            if (digits.Length < 1 || digits.Length > 9 || digits.Any(digit => digit < '0' || digit > '9')) return false;
            if (digits.Length > 1 && digits[0] == '0') return false;
            return int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out number);
        }

        static string Encode(byte[] bytes)
        {
            return Convert.ToBase64String(bytes).Replace('+', '-').Replace('/', '_').TrimEnd('=');
        }

        static object Decode(string text)
        {
            string json = null;
            try
            {
                var padding = new string('=', (4 - text.Length % 4) % 4);
                var bytes = Convert.FromBase64String(text.Replace('-', '+').Replace('_', '/') + padding);
                if (Encode(bytes) == text) json = new UTF8Encoding(false, true).GetString(bytes);
            }
            catch (Exception error) when (error is FormatException || error is ArgumentException)
            {
                json = null;
            }
            if (json == null || json.IndexOf('\0') >= 0) throw Damaged("the payload is not text in base64url");
            try
            {
                return Json.Parse(json);
            }
            catch (JsonException error)
            {
                throw Damaged("the payload cannot be decoded: " + error.Message);
            }
        }

        internal static MessageStateException NoState()
        {
            return new MessageStateException(
                "The state is missing: no message is selected, or another app made it. Start a new game.");
        }

        internal static MessageStateException Damaged(string detail)
        {
            return new MessageStateException("The message's state is damaged (" + detail + "). Start a new game.");
        }
    }

    /// <summary>The URL of an interactive message, and its query item with a state.</summary>
    sealed class MessageUrl
    {
        const string Item = "state";
        /// <summary>The largest number of characters that Messages accepts (Apple, <c>MSMessage.url</c>).</summary>
        const int Longest = 5000;

        readonly string start;
        readonly List<string> items;
        readonly string fragment;

        internal MessageUrl(string url)
        {
            CheckLength(url);
            if (!IsSuitable(url))
                throw new MessageStateException(
                    "“" + url + "” cannot be a message's URL: Messages accepts http and https with a host, and data. Use another "
                    + "base URL.");
            var end = url.IndexOf('#');
            if (end < 0) end = url.Length;
            fragment = url.Substring(end);
            var mark = url.IndexOf('?', 0, end);
            if (mark < 0) mark = end;
            start = url.Substring(0, mark);
            items = url.Substring(Math.Min(mark + 1, end), end - Math.Min(mark + 1, end)).Split('&').Where(item => item.Length > 0).ToList();
        }

        static bool IsSuitable(string url)
        {
            var colon = url.IndexOf(':');
            if (colon < 0) return false;
            var scheme = url.Substring(0, colon).ToLowerInvariant();
            if (scheme == "data") return true;
            if (scheme != "http" && scheme != "https") return false;
            Uri address;
            return Uri.TryCreate(url, UriKind.Absolute, out address) && address.Host.Length > 0;
        }

        static void CheckLength(string url)
        {
            var excess = url.Length - Longest;
            if (excess > 0)
                throw new MessageStateException(
                    "The message's URL is " + excess + (excess == 1 ? " character" : " characters") + " longer than the "
                    + Longest + " that Messages accepts. Make the payload smaller, for instance by short keys.");
        }

        internal string State()
        {
            var states = items.Where(IsState).ToList();
            if (states.Count == 0) throw MessageState.NoState();
            if (states.Count > 1)
                throw new MessageStateException(
                    "The message's URL has several query items named “" + Item + "”. Start a new game.");
            var mark = states[0].IndexOf('=');
            return mark < 0 ? "" : Uri.UnescapeDataString(states[0].Substring(mark + 1));
        }

        internal string Adding(string state)
        {
            var query = items.Where(item => !IsState(item)).Concat(new[] { Item + "=" + state });
            var url = start + "?" + string.Join("&", query) + fragment;
            CheckLength(url);
            return url;
        }

        static bool IsState(string item)
        {
            var mark = item.IndexOf('=');
            return Uri.UnescapeDataString(mark < 0 ? item : item.Substring(0, mark)) == Item;
        }
    }

    /// <summary>SHA-256 in lower-case hexadecimal.</summary>
    public static class Digest
    {
        public static string Sha256(byte[] bytes)
        {
            using (var algorithm = SHA256.Create())
            {
                return string.Concat(algorithm.ComputeHash(bytes).Select(octet => octet.ToString("x2")));
            }
        }

        public static string Sha256(string text) { return Sha256(Encoding.UTF8.GetBytes(text)); }
    }
}
