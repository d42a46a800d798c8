using System;
using System.Collections.Generic;
using System.Globalization;
using System.Numerics;
using System.Text;

namespace Stickerd
{
    /// <summary>The error for a text that is not JSON, or that does not have the expected structure.</summary>
    public sealed class JsonException : Exception
    {
        public JsonException(string message) : base(message) { }
    }

    /// <summary>Reads and writes JSON without reflection, so that it also works in trimmed and AOT-compiled extensions.</summary>
    /// <remarks>
    /// Values are <c>null</c>, <c>bool</c>, <c>long</c>, <c>double</c>, <c>string</c>, <c>List&lt;object&gt;</c> and
    /// <c>Dictionary&lt;string, object&gt;</c>. The writer gives the same text as Swift's <c>JSONEncoder</c> with sorted keys
    /// and without escaped slashes.
    /// </remarks>
    public static class Json
    {
        /// <summary>The deepest nesting of arrays and objects that is read and written.</summary>
        public const int DeepestNesting = 32;

        /// <exception cref="JsonException">The text is not JSON, or is nested too deeply.</exception>
        public static object Parse(string text)
        {
            var reader = new Reader(text);
            return reader.ReadDocument();
        }

        /// <exception cref="JsonException">A value has a type that JSON does not have, or is nested too deeply.</exception>
        public static string Write(object value)
        {
            var text = new StringBuilder();
            Append(text, value, 0);
            return text.ToString();
        }

        static void Append(StringBuilder text, object value, int depth)
        {
            if (depth > DeepestNesting)
                throw new JsonException("it is nested more than " + DeepestNesting + " levels deep");
            if (value == null) text.Append("null");
            else if (value is bool) text.Append((bool)value ? "true" : "false");
            else if (value is int || value is long)
                text.Append(Convert.ToInt64(value).ToString(CultureInfo.InvariantCulture));
            else if (value is double) text.Append(Number((double)value));
            else if (value is string) AppendText(text, (string)value);
            else if (value is IDictionary<string, object>)
                AppendMembers(text, (IDictionary<string, object>)value, depth);
            else if (value is System.Collections.IEnumerable)
                AppendItems(text, (System.Collections.IEnumerable)value, depth);
            else throw new JsonException("it has a " + value.GetType().Name + ", which is not a type of JSON");
        }

        static void AppendItems(StringBuilder text, System.Collections.IEnumerable items, int depth)
        {
            CheckDepth(depth);
            text.Append('[');
            var isFirst = true;
            foreach (var item in items)
            {
                if (!isFirst) text.Append(',');
                isFirst = false;
                Append(text, item, depth + 1);
            }
            text.Append(']');
        }

        static void AppendMembers(StringBuilder text, IDictionary<string, object> members, int depth)
        {
            CheckDepth(depth);
            var keys = new List<string>(members.Keys);
            keys.Sort(CompareUtf8);
            text.Append('{');
            for (var place = 0; place < keys.Count; place++)
            {
                if (place > 0) text.Append(',');
                AppendText(text, keys[place]);
                text.Append(':');
                Append(text, members[keys[place]], depth + 1);
            }
            text.Append('}');
        }

        static void CheckDepth(int depth)
        {
            if (depth >= DeepestNesting)
                throw new JsonException("it is nested more than " + DeepestNesting + " levels deep");
        }

        static int CompareUtf8(string one, string other)
        {
            var left = Encoding.UTF8.GetBytes(one);
            var right = Encoding.UTF8.GetBytes(other);
            for (var place = 0; place < left.Length && place < right.Length; place++)
            {
                if (left[place] != right[place]) return left[place] - right[place];
            }
            return left.Length - right.Length;
        }

        static void AppendText(StringBuilder text, string characters)
        {
            text.Append('"');
            foreach (var character in characters)
            {
                switch (character)
                {
                    case '"': text.Append("\\\""); break;
                    case '\\': text.Append("\\\\"); break;
                    case '\b': text.Append("\\b"); break;
                    case '\f': text.Append("\\f"); break;
                    case '\n': text.Append("\\n"); break;
                    case '\r': text.Append("\\r"); break;
                    case '\t': text.Append("\\t"); break;
                    default:
                        if (character < ' ') text.Append("\\u" + ((int)character).ToString("x4"));
                        else text.Append(character);
                        break;
                }
            }
            text.Append('"');
        }

        /// <summary>The shortest decimal number that is read as the same value, as Swift writes it.</summary>
        static string Number(double value)
        {
            if (double.IsNaN(value) || double.IsInfinity(value))
                throw new JsonException("it has a number that is not finite");
            var sign = value < 0 || value == 0 && 1 / value < 0 ? "-" : "";
            if (value == 0) return sign + "0";
            int exponent;
            var figures = ShortestFigures(Math.Abs(value), out exponent);
            if (exponent < -4 || exponent > 15)
            {
                var rest = figures.Length > 1 ? "." + figures.Substring(1) : "";
                var size = Math.Abs(exponent).ToString("00", CultureInfo.InvariantCulture);
                return sign + figures[0] + rest + "e" + (exponent < 0 ? "-" : "+") + size;
            }
            if (exponent < 0) return sign + "0." + new string('0', -exponent - 1) + figures;
            if (figures.Length <= exponent + 1) return sign + figures + new string('0', exponent + 1 - figures.Length);
            return sign + figures.Substring(0, exponent + 1) + "." + figures.Substring(exponent + 1);
        }

        /// <summary>The fewest decimal digits that identify the value. Of two such numbers with the same distance, the
        /// even one.</summary> <param name="exponent">The power of ten of the first digit.</param>
        static string ShortestFigures(double value, out int exponent)
        {
            // The exact value is a whole number times a power of two, and so a whole number times a power of ten.
            var bits = BitConverter.DoubleToInt64Bits(value);
            var power = (int)(bits >> 52 & 0x7FF);
            var whole = new BigInteger(bits & 0xFFFFFFFFFFFFF);
            var isBoundary = whole.IsZero && power > 1;
            if (power > 0) whole += BigInteger.One << 52;
            power = Math.Max(power, 1) - 1075;
            var step = power < 0 ? BigInteger.Pow(5, -power) : BigInteger.One << power;
            var exact = whole * step;
            var figures = exact.ToString();
            exponent = figures.Length - 1 + Math.Min(power, 0);
            for (var count = 1; count < figures.Length; count++)
            {
                var rounded = Rounded(figures, count);
                var distance = rounded * BigInteger.Pow(10, figures.Length - count) - exact;
                // Below a power of two, the distance to the next value is half as large.
                var reach = BigInteger.Abs(distance) * (isBoundary && distance.Sign < 0 ? 4 : 2);
                if (reach > step || reach == step && !whole.IsEven) continue;
                var text = rounded.ToString();
                exponent += text.Length - count;
                return text.TrimEnd('0');
            }
            return figures.TrimEnd('0');
        }

        /// <summary>The first digits of a number, rounded half to even.</summary>
        static BigInteger Rounded(string exact, int count)
        {
            var figures = BigInteger.Parse(exact.Substring(0, count), CultureInfo.InvariantCulture);
            var rest = exact.Substring(count).TrimEnd('0');
            var isUp = rest.Length > 0 && (rest[0] > '5' || rest[0] == '5' && (rest.Length > 1 || !figures.IsEven));
            return isUp ? figures + 1 : figures;
        }

        /// <summary>Reads one document (RFC 8259).</summary>
        sealed class Reader
        {
            readonly string text;
            int place;

            internal Reader(string text) { this.text = text; }

            internal object ReadDocument()
            {
                var value = ReadValue(0);
                SkipSpace();
                if (place != text.Length) throw Damage("there is text behind the value");
                return value;
            }

            JsonException Damage(string reason)
            {
                return new JsonException(reason + ", at character " + place);
            }

            void SkipSpace()
            {
                while (place < text.Length && " \t\r\n".IndexOf(text[place]) >= 0) place++;
            }

            object ReadValue(int depth)
            {
                SkipSpace();
                if (place == text.Length) throw Damage("it ends too early");
                switch (text[place])
                {
                    case '{': return ReadMembers(depth + 1);
                    case '[': return ReadItems(depth + 1);
                    case '"': return ReadText();
                    case 't': return ReadWord("true", true);
                    case 'f': return ReadWord("false", false);
                    case 'n': return ReadWord("null", null);
                    default: return ReadNumber();
                }
            }

            object ReadWord(string word, object value)
            {
                if (string.CompareOrdinal(text, place, word, 0, word.Length) != 0) throw Damage("a value is unknown");
                place += word.Length;
                return value;
            }

            bool Take(char character)
            {
                SkipSpace();
                if (place == text.Length || text[place] != character) return false;
                place++;
                return true;
            }

            Dictionary<string, object> ReadMembers(int depth)
            {
                CheckDepth(depth - 1);
                place++;
                var members = new Dictionary<string, object>(StringComparer.Ordinal);
                if (Take('}')) return members;
                do
                {
                    SkipSpace();
                    if (place == text.Length || text[place] != '"') throw Damage("a key is missing");
                    var key = ReadText();
                    if (!Take(':')) throw Damage("a colon is missing");
                    members[key] = ReadValue(depth);
                } while (Take(','));
                if (!Take('}')) throw Damage("an object does not end");
                return members;
            }

            List<object> ReadItems(int depth)
            {
                CheckDepth(depth - 1);
                place++;
                var items = new List<object>();
                if (Take(']')) return items;
                do items.Add(ReadValue(depth)); while (Take(','));
                if (!Take(']')) throw Damage("an array does not end");
                return items;
            }

            string ReadText()
            {
                place++;
                var characters = new StringBuilder();
                while (place < text.Length && text[place] != '"')
                {
                    var character = text[place++];
                    if (character < ' ') throw Damage("a text has a control character");
                    characters.Append(character == '\\' ? ReadEscape() : character);
                }
                if (place == text.Length) throw Damage("a text does not end");
                place++;
                return characters.ToString();
            }

            char ReadEscape()
            {
                if (place == text.Length) throw Damage("a text does not end");
                var character = text[place++];
                switch (character)
                {
                    case '"': case '\\': case '/': return character;
                    case 'b': return '\b';
                    case 'f': return '\f';
                    case 'n': return '\n';
                    case 'r': return '\r';
                    case 't': return '\t';
                    case 'u':
                        ushort unit;
                        if (place + 4 > text.Length
                            || !ushort.TryParse(
                                text.Substring(place, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture,
                                out unit))
                            throw Damage("an escape is not valid");
                        place += 4;
                        return (char)unit;
                    default: throw Damage("an escape is not valid");
                }
            }

            object ReadNumber()
            {
                var start = place;
                while (place < text.Length && "+-.0123456789eE".IndexOf(text[place]) >= 0) place++;
                var digits = text.Substring(start, place - start);
                long whole;
                if (long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole)
                    && digits[0] != '+')
                    return whole;
                double number;
                const NumberStyles styles =
                    NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent;
                if (digits.Length == 0 || digits[0] == '+'
                    || !double.TryParse(digits, styles, CultureInfo.InvariantCulture, out number)
                    || double.IsInfinity(number))
                    throw Damage("a number is not valid");
                return number;
            }
        }
    }
}
