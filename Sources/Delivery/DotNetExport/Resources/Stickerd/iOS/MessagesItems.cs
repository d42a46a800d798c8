using System;
using System.Linq;
using Foundation;
using Messages;
using ObjCRuntime;
using UIKit;

namespace Stickerd
{
    /// <summary>Makes stickers and messages for the Messages framework from the items of a library.</summary>
    public static class MessagesItems
    {
        /// <exception cref="StickerLibraryException">Messages does not accept the file.</exception>
        public static MSSticker MakeSticker(this StickerItem item)
        {
            NSError error;
            // `new NSUrl(path)` would not make a file URL.
            var sticker = new MSSticker(NSUrl.FromFilename(item.File), item.LocalizedDescription, out error);
            if (error != null)
                throw new StickerLibraryException(
                    item.Name + ": Messages does not take this file (" + error.LocalizedDescription + "). Run `stickerd verify`.");
            return sticker;
        }

        /// <summary>Puts a sticker into the conversation's input field.</summary>
        public static void Insert(this MSConversation conversation, StickerItem item, Action<NSError> done)
        {
            conversation.InsertSticker(item.MakeSticker(), done);
        }

        /// <summary>
        /// Makes a message from an item and a state. The message shows the item's texts in the person's language. It also shows
        /// a picture that the app has drawn, the item's film, or the item's picture.
        /// </summary>
        /// <param name="session">
        /// The session of the game. In the transcript, a message replaces the earlier messages of its session.
        /// </param>
        /// <param name="address">See <see cref="MessageState.Url"/>.</param>
        /// <param name="image">
        /// A picture that the app has drawn, 300 points square. Null for the item's film, or its picture if it has no film.
        /// </param>
        /// <exception cref="MessageStateException">The URL is not suitable or too long.</exception>
        public static MSMessage MakeMessage(
            this MessageItem item, MSSession session, MessageState state, string address, UIImage image = null)
        {
            var url = state.Url(address);
            var isFilm = image == null && item.Film != null;
            return new MSMessage(session)
            {
                Url = NSUrl.FromString(url), SummaryText = item.Summary, AccessibilityLabel = item.Label,
                ShouldExpire = item.Expires,
                Layout = new MSMessageTemplateLayout
                {
                    // Messages would ignore the film if an image were set too.
                    MediaFileUrl = isFilm ? NSUrl.FromFilename(item.Film) : null,
                    Image = isFilm ? null : image ?? UIImage.LoadFromData(NSData.FromFile(item.File), item.Scale),
                    Caption = item.Caption, Subcaption = item.Subcaption, TrailingCaption = item.TrailingCaption,
                    TrailingSubcaption = item.TrailingSubcaption, ImageTitle = item.ImageTitle,
                    ImageSubtitle = item.ImageSubtitle,
                },
            };
        }

        /// <summary>
        /// Puts a message with the participants' names into the conversation's input field, so that the person can send it.
        /// </summary>
        /// <param name="session">
        /// Null for the session of the selected message, or for a new session if no message is selected.
        /// </param>
        public static void Insert(
            this MSConversation conversation, MessageItem item, MSSession session, MessageState state, string address,
            UIImage image, Action<NSError> done)
        {
            var selected = conversation.SelectedMessage;
            if (session == null && selected != null) session = selected.Session;
            var named = item.Naming(
                conversation.LocalParticipantIdentifier.AsString(),
                conversation.RemoteParticipantIdentifiers.Select(each => each.AsString()));
            conversation.InsertMessage(
                named.MakeMessage(session ?? new MSSession(), state, address, image), done);
        }

        /// <summary>Reads the state of a message.</summary>
        /// <param name="message">Null if no message is selected.</param>
        /// <exception cref="MessageStateException">The message has no usable state.</exception>
        public static MessageState ReadState(this MSMessage message, int version)
        {
            var url = message == null ? null : message.Url;
            return MessageState.Read(url == null ? null : url.AbsoluteString, version);
        }
    }
}
