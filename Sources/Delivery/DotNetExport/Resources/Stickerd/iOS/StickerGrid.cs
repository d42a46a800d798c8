using System;
using System.Collections.Generic;
using CoreGraphics;
using Foundation;
using Messages;
using ObjCRuntime;
using UIKit;

namespace Stickerd
{
    /// <summary>A grid of stickers after a first cell of the app, which shows “+”.</summary>
    /// <remarks>
    /// Use the first cell if people can make stickers in the app. When it is tapped, request the expanded style, and show the
    /// app's own screen there. Afterwards, save the picture with <see cref="OwnStickers"/>, call <see cref="Show"/> with the new
    /// sticker as the first one, and request the compact style again.
    /// </remarks>
    public class StickerGrid : UICollectionViewController
    {
        const string AddCell = "add";
        const string StickerCellName = "sticker";

        readonly List<MSSticker> stickers = new List<MSSticker>();
        readonly Action add;

        /// <param name="size"><c>small</c>, <c>regular</c> or <c>large</c>.</param>
        /// <param name="add">Called when the first cell is tapped. Null for a grid without it.</param>
        public StickerGrid(IEnumerable<MSSticker> stickers, string size, Action add) : base(Layout(size))
        {
            this.stickers.AddRange(stickers);
            this.add = add;
        }

        protected StickerGrid(NativeHandle handle) : base(handle) { }

        static UICollectionViewFlowLayout Layout(string size)
        {
            var side = StickerSizes.Points(size);
            return new UICollectionViewFlowLayout
            {
                ItemSize = new CGSize(side, side), MinimumInteritemSpacing = 8, MinimumLineSpacing = 8,
            };
        }

        /// <summary>The number of the app's own cells before the first sticker.</summary>
        int OwnCells { get { return add == null ? 0 : 1; } }

        /// <summary>Replaces the stickers.</summary>
        public void Show(IEnumerable<MSSticker> others)
        {
            stickers.Clear();
            stickers.AddRange(others);
            CollectionView.ReloadData();
        }

        public override void ViewDidLoad()
        {
            base.ViewDidLoad();
            CollectionView.RegisterClassForCell(typeof(StickerCell), StickerCellName);
            CollectionView.RegisterClassForCell(typeof(StickerAddCell), AddCell);
        }

        public override nint GetItemsCount(UICollectionView collectionView, nint section)
        {
            return stickers.Count + OwnCells;
        }

        public override UICollectionViewCell GetCell(UICollectionView collectionView, NSIndexPath indexPath)
        {
            if (indexPath.Row < OwnCells)
                return (UICollectionViewCell)collectionView.DequeueReusableCell(AddCell, indexPath);
            var cell = (StickerCell)collectionView.DequeueReusableCell(StickerCellName, indexPath);
            cell.Show(stickers[indexPath.Row - OwnCells]);
            return cell;
        }

        public override void ItemSelected(UICollectionView collectionView, NSIndexPath indexPath)
        {
            if (indexPath.Row < OwnCells) add();
        }
    }

    /// <summary>A cell with a sticker, which plays if it is animated.</summary>
    [Register("StickerdStickerCell")]
    public class StickerCell : UICollectionViewCell
    {
        MSStickerView view;

        protected StickerCell(NativeHandle handle) : base(handle) { }

        internal void Show(MSSticker sticker)
        {
            if (view == null)
            {
                view = new MSStickerView(ContentView.Bounds);
                ContentView.AddSubview(view);
            }
            view.Sticker = sticker;
            // In this view, an animated sticker does not play automatically.
            view.StartAnimating();
        }
    }

    /// <summary>The first cell, which shows “+”.</summary>
    [Register("StickerdAddCell")]
    public class StickerAddCell : UICollectionViewCell
    {
        protected StickerAddCell(NativeHandle handle) : base(handle)
        {
            var label = new UILabel(ContentView.Bounds)
            {
                Text = "+", TextAlignment = UITextAlignment.Center, Font = UIFont.SystemFontOfSize(48),
                AutoresizingMask = UIViewAutoresizing.FlexibleWidth | UIViewAutoresizing.FlexibleHeight,
            };
            ContentView.AddSubview(label);
        }
    }
}
