#if canImport(Messages) && canImport(UIKit)
    import Messages
    import UIKit

    /// Shows one pack per page. A person swipes sideways to turn the pages.
    @MainActor
    final class PackPager: UIPageViewController, UIPageViewControllerDataSource {
        private var packs: [StickerSet.Pack] = []
        private var pages: [String: PackPage] = [:]
        private weak var owner: StickersViewController?

        init(owner: StickersViewController) {
            self.owner = owner
            super.init(transitionStyle: .scroll, navigationOrientation: .horizontal, options: nil)
            dataSource = self
        }

        @available(*, unavailable, message: "pages are made of packs")
        required init?(coder: NSCoder) {
            nil
        }

        /// Replaces the packs. Pages of unchanged packs keep their scroll position.
        ///
        /// - Parameter chosen: the id of the pack to show.
        func show(_ packs: [StickerSet.Pack], chosen: String?) {
            self.packs = packs
            pages = pages.filter { page in packs.contains { $0 == page.value.pack } }
            // Setting a page makes UIPageViewController request the neighbouring pages again.
            show(chosen, direction: .forward, animated: false)
        }

        /// Turns to a pack's page.
        func turn(to id: String) {
            let shown = (viewControllers?.first as? PackPage)?.pack?.id
            guard shown != id else { return }
            show(id, direction: isBefore(id, shown) ? .reverse : .forward, animated: true)
        }

        private func isBefore(_ id: String, _ other: String?) -> Bool {
            guard let place = index(of: id), let otherPlace = other.flatMap(index) else { return false }
            return place < otherPlace
        }

        private func index(of id: String) -> Int? {
            packs.firstIndex { $0.id == id }
        }

        private func show(_ id: String?, direction: UIPageViewController.NavigationDirection, animated: Bool) {
            let page = id.flatMap(index).map(page) ?? PackPage(pack: nil, owner: nil)
            setViewControllers([page], direction: direction, animated: animated)
        }

        private func page(at index: Int) -> PackPage {
            let pack = packs[index]
            // Pages further away are removed, because they would keep decoded pictures in memory.
            let near = Set(packs[max(0, index - 2)...min(packs.count - 1, index + 2)].map { $0.id })
            pages = pages.filter { near.contains($0.key) }
            let page = pages[pack.id] ?? PackPage(pack: pack, owner: owner)
            pages[pack.id] = page
            return page
        }

        private func page(_ distance: Int, from controller: UIViewController) -> UIViewController? {
            guard let id = (controller as? PackPage)?.pack?.id, let index = index(of: id),
                packs.indices.contains(index + distance)
            else { return nil }
            return page(at: index + distance)
        }

        func pageViewController(
            _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
        ) -> UIViewController? {
            page(-1, from: viewController)
        }

        func pageViewController(
            _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
        ) -> UIViewController? {
            page(1, from: viewController)
        }
    }

    /// The page of one pack, which is empty until the stickers are loaded. Then it shows the controller from
    /// `makeBrowser(for:stickers:)`.
    @MainActor
    final class PackPage: UIViewController {
        /// Nil for an empty page.
        let pack: StickerSet.Pack?
        private weak var owner: StickersViewController?

        init(pack: StickerSet.Pack?, owner: StickersViewController?) {
            self.pack = pack
            self.owner = owner
            super.init(nibName: nil, bundle: nil)
        }

        @available(*, unavailable, message: "a page is made of a pack")
        required init?(coder: NSCoder) {
            nil
        }

        override func viewDidLoad() {
            super.viewDidLoad()
            guard let pack else { return }
            Task { [weak self] in
                let loaded = await StickerLoader.load(pack.stickers)
                self?.show(pack, loaded)
            }
        }

        override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            if let pack { owner?.didShow(pack.id) }
        }

        private func show(_ pack: StickerSet.Pack, _ loaded: StickerLoader.Result) {
            guard let owner else { return }
            for refused in loaded.refused { owner.didFail(refused) }
            let browser = owner.makeBrowser(for: pack, stickers: loaded.stickers)
            addChild(browser)
            view.fill(with: browser.view)
            browser.didMove(toParent: self)
        }
    }

    extension UIView {
        /// Adds a subview that always fills this view.
        func fill(with child: UIView) {
            child.translatesAutoresizingMaskIntoConstraints = false
            addSubview(child)
            NSLayoutConstraint.activate([
                child.topAnchor.constraint(equalTo: topAnchor),
                child.bottomAnchor.constraint(equalTo: bottomAnchor),
                child.leadingAnchor.constraint(equalTo: leadingAnchor),
                child.trailingAnchor.constraint(equalTo: trailingAnchor),
            ])
        }
    }
#endif
