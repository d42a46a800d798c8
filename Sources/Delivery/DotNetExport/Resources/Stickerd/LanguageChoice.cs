using System;
using System.Collections.Generic;

namespace Stickerd
{
    /// <summary>Chooses among texts by language (RFC 4647, section 3.4: lookup).</summary>
    public sealed class LanguageChoice
    {
        readonly IReadOnlyList<string> wanted;
        readonly string development;

        /// <param name="wanted">BCP 47 language tags, the preferred one first.</param>
        /// <param name="development">The language of texts without a tag.</param>
        public LanguageChoice(IReadOnlyList<string> wanted, string development)
        {
            this.wanted = wanted;
            this.development = development.ToLowerInvariant();
        }

        /// <param name="text">The text in the development language.</param>
        /// <param name="texts">The text in other languages, by language tag.</param>
        public string Text(string text, IReadOnlyDictionary<string, string> texts)
        {
            var known = new Dictionary<string, string>(StringComparer.Ordinal);
            foreach (var other in texts) known[other.Key.ToLowerInvariant()] = other.Value;
            foreach (var tag in wanted)
            {
                var range = tag.ToLowerInvariant().Replace('_', '-');
                while (range.Length > 0)
                {
                    string found;
                    if (known.TryGetValue(range, out found)) return found;
                    if (range == development) return text;
                    var dash = range.LastIndexOf('-');
                    if (dash < 0) break;
                    range = range.Substring(0, dash);
                    // A single letter such as x has no meaning without the subtags after it, so it is removed too.
                    if (range.Length > 2 && range[range.Length - 2] == '-') range = range.Substring(0, range.Length - 2);
                }
            }
            return text;
        }
    }
}
