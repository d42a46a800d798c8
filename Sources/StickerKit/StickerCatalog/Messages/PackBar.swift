#if canImport(Messages) && canImport(UIKit)
    import UIKit

    /// A row of packs that scrolls sideways, with a menu of all packs. In compact apps of iOS 16, Messages intercepts
    /// sideways swipes. A person then uses the menu to reach the packs that are out of view.
    @MainActor
    open class PackBar: UIView {
        /// Called when a person chooses a pack.
        public var didChoose: ((StickerSet.Pack) -> Void)?

        private let scroll = UIScrollView()
        private let row = UIStackView()
        private let menu = UIButton(type: .system)
        private var packs: [StickerSet.Pack] = []
        private var buttons: [String: UIButton] = [:]

        public override init(frame: CGRect) {
            super.init(frame: frame)
            row.spacing = 16
            row.alignment = .center
            scroll.showsHorizontalScrollIndicator = false
            menu.setImage(UIImage(systemName: "ellipsis.circle"), for: .normal)
            menu.showsMenuAsPrimaryAction = true
            scroll.addSubview(row)
            addSubview(scroll)
            addSubview(menu)
            for view in [scroll, row, menu] { view.translatesAutoresizingMaskIntoConstraints = false }
            NSLayoutConstraint.activate([
                // The smallest size of a touch target, in points.
                heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
                scroll.topAnchor.constraint(equalTo: topAnchor),
                scroll.bottomAnchor.constraint(equalTo: bottomAnchor),
                scroll.leadingAnchor.constraint(equalTo: leadingAnchor),
                scroll.trailingAnchor.constraint(equalTo: menu.leadingAnchor),
                menu.topAnchor.constraint(equalTo: topAnchor),
                menu.bottomAnchor.constraint(equalTo: bottomAnchor),
                menu.trailingAnchor.constraint(equalTo: trailingAnchor),
                menu.widthAnchor.constraint(equalToConstant: 44),
                row.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor),
                row.bottomAnchor.constraint(equalTo: scroll.contentLayoutGuide.bottomAnchor),
                row.leadingAnchor.constraint(equalTo: scroll.contentLayoutGuide.leadingAnchor, constant: 16),
                row.trailingAnchor.constraint(equalTo: scroll.contentLayoutGuide.trailingAnchor, constant: -16),
                row.heightAnchor.constraint(equalTo: scroll.frameLayoutGuide.heightAnchor),
            ])
        }

        @available(*, unavailable, message: "a bar is made in code")
        public required init?(coder: NSCoder) {
            nil
        }

        /// Makes the button of one pack, with the pack's title. Override it to change the look of the buttons. The bar
        /// adds the action.
        open func makeButton(for pack: StickerSet.Pack) -> UIButton {
            let button = UIButton(type: .system)
            button.setTitle(pack.title, for: .normal)
            button.titleLabel?.font = .preferredFont(forTextStyle: .subheadline)
            button.titleLabel?.adjustsFontForContentSizeCategory = true
            return button
        }

        /// Shows these packs.
        ///
        /// - Parameter chosen: the id of one of them.
        public func show(_ packs: [StickerSet.Pack], chosen: String?) {
            self.packs = packs
            for button in buttons.values { button.removeFromSuperview() }
            buttons = [:]
            for pack in packs {
                let button = makeButton(for: pack)
                button.addAction(UIAction { [weak self] _ in self?.didChoose?(pack) }, for: .primaryActionTriggered)
                row.addArrangedSubview(button)
                buttons[pack.id] = button
            }
            choose(chosen)
        }

        /// Highlights the chosen pack.
        public func choose(_ id: String?) {
            for (pack, button) in buttons { button.isSelected = pack == id }
            menu.menu = UIMenu(
                children: packs.map { pack in
                    UIAction(title: pack.title, state: pack.id == id ? .on : .off) { [weak self] _ in
                        self?.didChoose?(pack)
                    }
                })
            // A title is in the person's language, so VoiceOver can read it as the menu's label.
            menu.accessibilityLabel = packs.first { $0.id == id }?.title
            guard let id, let button = buttons[id] else { return }
            layoutIfNeeded()
            scroll.scrollRectToVisible(button.frame, animated: true)
        }
    }
#endif
