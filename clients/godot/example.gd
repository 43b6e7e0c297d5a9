extends Control
## Ten seconds to press a button as often as you can, and the week's best.

const SITE := "http://localhost:3000"
const KEY := "YOUR-KEY"
const PLAY_S := 10.0

var _presses := 0

@onready var _button: Button = %Button
@onready var _words: Label = %Words
@onready var _board: Label = %Board


func _ready() -> void:
	Laurels.setup(SITE, KEY)
	_button.pressed.connect(_on_pressed)
	_show_board()


func _on_pressed() -> void:
	if _button.text == "Press!":
		_presses += 1
		return
	_button.disabled = true
	var play := await Laurels.begin("main")
	_button.disabled = false
	if play.has("problem"):
		_words.text = play.problem
		return
	_presses = 0
	_button.text = "Press!"
	await get_tree().create_timer(PLAY_S).timeout
	_button.text = "Play again"
	_words.text = "%d presses. Sending…" % _presses
	var result := await Laurels.finish(play, _presses)
	_words.text = "%d presses count." % _presses if result.outcome == "counted" else result.reason
	_show_board()


func _show_board() -> void:
	var best := await Laurels.rankings("main", {"period": "weekly", "limit": 10})
	if best.has("problem"):
		_board.text = best.problem
		return
	var lines := PackedStringArray()
	for standing: Dictionary in best.standings:
		lines.append("%d  %s  %d" % [standing.rank, standing.player.displayName, standing.points])
	_board.text = "\n".join(lines)
