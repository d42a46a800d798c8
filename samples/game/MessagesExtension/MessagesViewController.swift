import Messages
import StickerCatalog
import UIKit

/// Lily Pads in Messages: shows the board of the message that a person has selected, and answers it with their move. The
/// board needs the expanded style; in the compact style there is a button that leads to it.
final class MessagesViewController: MSMessagesAppViewController {
    /// Without a server, the URL contains everything. With one, macOS opens this address in a browser.
    private static let base = URL(string: "data:,Lily%20Pads")

    private let saved = base.map { SavedGames(base: $0) }
    private let board = UIImageView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    private let status = UILabel(frame: .zero)
    private let start = UIButton(type: .system)
    private var library: StickerLibrary?
    private var picture: PondPicture?
    /// The game on the board. Nil before the first message.
    private var game: MessageState<Pond>?
    /// The player on this device. Nil before the first message.
    private var player: Pond.Player?

    override func viewDidLoad() {
        super.viewDidLoad()
        let content = UIStackView()
        content.axis = .vertical
        content.alignment = .center
        content.spacing = 12
        content.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(content)
        content.addArrangedSubview(status)
        content.addArrangedSubview(start)
        content.addArrangedSubview(board)
        NSLayoutConstraint.activate([
            content.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 12),
            content.leadingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.leadingAnchor),
            content.trailingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.trailingAnchor),
            board.widthAnchor.constraint(equalToConstant: PondPicture.size.width),
            board.heightAnchor.constraint(equalToConstant: PondPicture.size.height),
        ])
        addButtons()
        start.setTitle("Open the pond", for: .normal)
        start.addAction(
            UIAction { [weak self] _ in self?.requestPresentationStyle(.expanded) }, for: .primaryActionTriggered)
        show(presentationStyle)
        loadArt()
    }

    /// Shows the screen of a style. The app does not request the expanded style on its own.
    private func show(_ style: MSMessagesAppPresentationStyle) {
        board.isHidden = style != .expanded
        start.isHidden = style == .expanded
    }

    /// A button over each pad. They are in the picture's own coordinates.
    private func addButtons() {
        board.isUserInteractionEnabled = true
        for pad in 0..<Pond.padCount {
            let middle = PondPicture.middle(of: pad)
            let button = UIButton(type: .custom)
            button.frame = CGRect(x: middle.x - 32, y: middle.y - 32, width: 64, height: 64)
            button.addAction(UIAction { [weak self] _ in self?.play(on: pad) }, for: .primaryActionTriggered)
            board.addSubview(button)
        }
    }

    private func loadArt() {
        Task {
            do {
                let library = try StickerLibrary(.init(bundle: StickerAssets.folder))
                let stickers = library.stickers
                picture = PondPicture(stickers: stickers, images: try await PictureLoader.load(stickers.pieces))
                self.library = library
                showBoard()
            } catch {
                status.text = "\(error)"
            }
        }
    }

    // MARK: Messages

    override func willBecomeActive(with conversation: MSConversation) {
        super.willBecomeActive(with: conversation)
        show(presentationStyle)
        game = nil
        take(conversation.selectedMessage, in: conversation)
    }

    override func didTransition(to presentationStyle: MSMessagesAppPresentationStyle) {
        super.didTransition(to: presentationStyle)
        show(presentationStyle)
    }

    override func didSelect(_ message: MSMessage, conversation: MSConversation) {
        super.didSelect(message, conversation: conversation)
        game = nil
        take(message, in: conversation)
    }

    override func didStartSending(_ message: MSMessage, conversation: MSConversation) {
        super.didStartSending(message, conversation: conversation)
        game = nil
        take(message, in: conversation)
    }

    override func didReceive(_ message: MSMessage, conversation: MSConversation) {
        super.didReceive(message, conversation: conversation)
        take(message, in: conversation)
    }

    /// Shows a message's game. If two people moved at the same time, both devices keep the same of the two moves.
    private func take(_ message: MSMessage?, in conversation: MSConversation) {
        do {
            let received = try MessageState<Pond>(url: message?.url, version: Pond.version)
            let own = saved?.pearl(inGame: received.payload.id)
            guard received.payload.isLegal(move: received.move, own: own, Pearl.sha256) else {
                throw MessageStateError.damaged("nobody can have played so")
            }
            // Another game waits until its message is selected.
            if let game, game.payload.id != received.payload.id { return }
            // The person who invites plays the frog, and a move in a message belongs to its sender.
            let sender = received.payload.next.other
            let isOwn = message?.senderParticipantIdentifier == conversation.localParticipantIdentifier
            player = isOwn ? sender : sender.other
            game = saved?.newest(received) ?? received
        } catch MessageStateError.noState {
            (game, player) = (nil, nil)
        } catch {
            status.text = "\(error)"
            return
        }
        showBoard()
    }

    // MARK: The game

    /// Whether it is the other person's move.
    private var isWaiting: Bool {
        guard let game, !game.payload.isOver else { return false }
        return game.payload.next != player
    }

    private func showBoard() {
        board.image = picture?.image(of: game?.payload)
        status.text =
            switch (game?.payload, game?.payload.winner) {
            case (nil, _): "Tap a pad to hide a pearl under it, and to invite somebody."
            case (let pond?, let winner?):
                "\(pond.winningPad == nil ? "The pearl decides." : "Three in a row!") The \(winner) wins."
            default: isWaiting ? "Wait for the other player." : "Your move."
            }
    }

    private func play(on pad: Int) {
        guard !isWaiting else { return }
        do {
            if let game, !game.payload.isOver {
                let own = saved?.pearl(inGame: game.payload.id)
                guard let pond = game.payload.playing(on: pad, own: own) else { return }
                send(try game.next(pond), isNew: false)
            } else {
                let pearl = Pearl(pad: pad)
                let pond = Pond(hiding: pearl, Pearl.sha256)
                try saved?.hide(pearl, inGame: pond.id)
                send(try MessageState(version: Pond.version, payload: pond), isNew: true)
            }
        } catch {
            status.text = "\(error)"
        }
    }

    /// Puts the message into the input field: the person sends it.
    private func send(_ state: MessageState<Pond>, isNew: Bool) {
        let name =
            isNew
            ? MessageNames.Pond.invitation
            : state.payload.isOver ? MessageNames.Pond.gameOver : MessageNames.Pond.yourMove
        guard let conversation = activeConversation, let item = library?.stickers[name], let base = Self.base else {
            return
        }
        // The invitation has a separate picture; a move shows the board.
        let image = isNew ? nil : picture?.image(of: state.payload)
        Task {
            do {
                try await conversation.insert(
                    item, session: isNew ? MSSession() : nil, state: state, base: base, image: image)
                dismiss()
            } catch {
                status.text = "\(error)"
            }
        }
    }
}
