#if canImport(Messages) && canImport(UIKit)
    import Messages
    import StickerManifest
    import UIKit

    /// Shows a pack in a layout and in cells that the app defines. The app can also add cells without a sticker.
    ///
    /// ```swift
    /// final class FramedStickers: StickerCollectionViewController {
    ///     override var ownCells: [String] { ["new"] }        // before the stickers
    ///     override func configure(_ cell: StickerCell, with sticker: LoadedSticker) {
    ///         super.configure(cell, with: sticker)
    ///         cell.backgroundColor = .systemYellow
    ///     }
    /// }
    /// ```
    @MainActor
    open class StickerCollectionViewController: UIViewController {
        /// The content of a cell.
        private nonisolated enum Entry: Hashable, Sendable {
            case own(String)
            case sticker(StickerName)
        }

        public let pack: StickerSet.Pack
        private let stickers: [LoadedSticker]
        private let background: UIColor?
        private var source: UICollectionViewDiffableDataSource<Int, Entry>?

        /// - Parameters:
        ///   - stickers: in display order; see `StickerLoader`.
        ///   - background: the colour behind the stickers. Nil for none.
        public init(pack: StickerSet.Pack, stickers: [LoadedSticker], background: UIColor? = nil) {
            self.pack = pack
            self.stickers = stickers
            self.background = background
            super.init(nibName: nil, bundle: nil)
        }

        @available(*, unavailable, message: "it is made of a pack")
        public required init?(coder: NSCoder) {
            nil
        }

        // MARK: For overriding

        /// The names of the app's own cells, which precede the stickers.
        open var ownCells: [String] { [] }

        /// Configures one of the app's own cells.
        open func configure(_ cell: UICollectionViewCell, named name: String) {}

        /// Configures the cell of a sticker.
        open func configure(_ cell: StickerCell, with sticker: LoadedSticker) {
            cell.show(sticker)
        }

        /// Makes the layout: square cells of about the pack's sticker size, at least two per row.
        open func makeLayout() -> UICollectionViewLayout {
            let side = CGFloat(pack.size.points)
            return UICollectionViewCompositionalLayout { _, environment in
                let columns = max(2, (environment.container.effectiveContentSize.width / side).rounded(.up))
                let cell = NSCollectionLayoutItem(
                    layoutSize: NSCollectionLayoutSize(
                        widthDimension: .fractionalWidth(1 / columns), heightDimension: .fractionalHeight(1)))
                cell.contentInsets = NSDirectionalEdgeInsets(top: 4, leading: 4, bottom: 4, trailing: 4)
                let row = NSCollectionLayoutGroup.horizontal(
                    layoutSize: NSCollectionLayoutSize(
                        widthDimension: .fractionalWidth(1), heightDimension: .fractionalWidth(1 / columns)),
                    subitems: [cell])
                return NSCollectionLayoutSection(group: row)
            }
        }

        // MARK: The view

        open override func viewDidLoad() {
            super.viewDidLoad()
            let collection = UICollectionView(frame: .zero, collectionViewLayout: makeLayout())
            collection.backgroundColor = background
            view.fill(with: collection)
            let source = makeSource(collection)
            self.source = source
            var snapshot = NSDiffableDataSourceSnapshot<Int, Entry>()
            snapshot.appendSections([0])
            snapshot.appendItems(ownCells.map { .own($0) } + stickers.map { .sticker($0.id) })
            source.apply(snapshot, animatingDifferences: false)
        }

        private func makeSource(_ collection: UICollectionView) -> UICollectionViewDiffableDataSource<Int, Entry> {
            // UIKit requires registrations to be made before it requests cells.
            let own = UICollectionView.CellRegistration<UICollectionViewCell, String> { [weak self] cell, _, name in
                self?.configure(cell, named: name)
            }
            let sticker = UICollectionView.CellRegistration<StickerCell, LoadedSticker> {
                [weak self] cell, _, sticker in
                self?.configure(cell, with: sticker)
            }
            let known = Dictionary(stickers.map { ($0.id, $0) }) { first, _ in first }
            return UICollectionViewDiffableDataSource(collectionView: collection) { collection, place, entry in
                switch entry {
                case .own(let name):
                    collection.dequeueConfiguredReusableCell(using: own, for: place, item: name)
                case .sticker(let name):
                    collection.dequeueConfiguredReusableCell(using: sticker, for: place, item: known[name])
                }
            }
        }
    }

    /// A cell with one sticker, which a person can tap, peel off and drag.
    @MainActor
    open class StickerCell: UICollectionViewCell {
        public let stickerView = MSStickerView(frame: .zero, sticker: nil)

        public override init(frame: CGRect) {
            super.init(frame: frame)
            contentView.fill(with: stickerView)
        }

        @available(*, unavailable, message: "a cell is made in code")
        public required init?(coder: NSCoder) {
            nil
        }

        /// Shows a sticker, and plays it if it is animated.
        open func show(_ sticker: LoadedSticker) {
            stickerView.sticker = sticker.sticker
            if sticker.item.animation != nil { stickerView.startAnimating() }
        }

        open override func prepareForReuse() {
            super.prepareForReuse()
            stickerView.stopAnimating()
            stickerView.sticker = nil
        }
    }
#endif
