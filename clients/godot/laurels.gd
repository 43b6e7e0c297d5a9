extends Node
## A leaderboard on a Laurels site: guests, plays and rankings. An autoload, called Laurels.
##
## Finished plays are kept in user:// until the server has answered, so a lost connection or a closed game loses none. The server counts a
## play once, however often it is sent.

## Emitted when the server has answered a finished play, even one from before the game was closed. `result` is that of [method finish].
signal answered(id: String, result: Dictionary)

signal _guest_asked

const FIRST_WAIT_S := 1.0
const LONGEST_WAIT_S := 60.0
const TIMEOUT_S := 20.0

var _site := ""
var _key := ""
var _folder := ""
var _guest := {}
var _is_asking_guest := false
## Unanswered finished plays by id, as sent to the server: `play` and `points`.
var _queue := {}
var _is_sending := false


func _ready() -> void:
	# Plays are also sent while the game is paused.
	process_mode = Node.PROCESS_MODE_ALWAYS


## Call this first, once. `url` is the address of the site, `key` a public key with role play. Sends plays that an earlier run could not.
func setup(url: String, key: String) -> void:
	_site = url.trim_suffix("/")
	_key = key
	_folder = "user://laurels".path_join(_site.validate_filename())
	DirAccess.make_dir_recursive_absolute(_folder.path_join("finished"))
	_guest = _kept(_folder.path_join("guest.json"))
	for file in DirAccess.get_files_at(_folder.path_join("finished")):
		var finished := _kept(_folder.path_join("finished").path_join(file))
		if file.ends_with(".json") and finished.has_all(["play", "points", "key"]):
			_queue[file.get_basename()] = finished
	_send()


## This device's guest: `username`, `name`, `secret` and the recovery `code`. The first call creates one, with this name or one from the
## server. A failure has a `problem`, a text, and the `status` of the answer, 0 without one.
func guest(display_name := "") -> Dictionary:
	while _is_asking_guest:
		await _guest_asked
	if not _guest.is_empty():
		return _guest
	_is_asking_guest = true
	var asked := {"idempotencyKey": _idempotency_key()}
	if display_name != "":
		asked.name = display_name
	var answer := await _ask(HTTPClient.METHOD_POST, "guests", asked)
	_is_asking_guest = false
	if answer.status == 201:
		_remember(answer.body)
	_guest_asked.emit()
	return _guest if answer.status == 201 else _failure(answer)


## Forgets this device's guest. Only the recovery code restores it.
func forget_guest() -> void:
	_guest = {}
	for file: String in ["guest.json", "idempotency.json"]:
		DirAccess.remove_absolute(_folder.path_join(file))


## Restores the guest with this recovery code, replacing this device's. Returns the guest, with a new code, or a `problem` as in [method
## guest].
func recover(code: String) -> Dictionary:
	var answer := await _ask(HTTPClient.METHOD_POST, "guests/recover", {"code": code, "idempotencyKey": _idempotency_key()})
	return _remember(answer.body) if answer.status == 200 else _failure(answer)


## Renames the guest. Returns the guest, or a `problem`, as do the calls below.
func rename(display_name: String) -> Dictionary:
	var renamed := _guest.duplicate()
	var answer := await _ask_as_guest("rename", {"name": display_name})
	if answer.has("problem"):
		return answer
	renamed.merge(answer, true)
	return _remember(renamed)


## Removes the guest from a board. Returns how many `events` no longer count.
func leave(board: String) -> Dictionary:
	return await _ask_as_guest("leave", {"board": board})


## The stored data of the guest, except events.
func data() -> Dictionary:
	return await _ask_as_guest("data")


## The guest's events on a board, newest first. `before` is the `next` of the previous page.
func events(board: String, before := 0) -> Dictionary:
	return await _ask_as_guest("events", {"board": board, "before": before} if before > 0 else {"board": board})


## Erases the guest permanently; points and ranks stay, without the name.
func erase() -> Dictionary:
	var answer := await _ask_as_guest("erase")
	if not answer.has("problem"):
		forget_guest()
	return answer


## Proposes to the game's server to merge the guest into the player `into`, an account of the game.
func propose_merge(into: String) -> Dictionary:
	return await _ask_as_guest("merge", {"into": into})


## Begins a play of this device's guest: `id`, `play`, `seed`, `earliest` and `latest`, or a `problem` as in [method guest]. Needs a
## connection. A guest that the server no longer has is replaced with a new one, with the same name if it is free.
func begin(board: String) -> Dictionary:
	var player := await guest()
	if player.has("problem"):
		return player
	var answer := await _ask(HTTPClient.METHOD_POST, "plays", {"board": board, "guest": player.secret})
	if answer.status == 404 and answer.body.get("errors", []).any(func(error: Dictionary) -> bool: return error.field == "guest"):
		if _guest == player:
			forget_guest()
		player = await guest(player.get("name", ""))
		if player.get("status", 0) in [400, 409]:
			player = await guest()
		if player.has("problem"):
			return player
		answer = await _ask(HTTPClient.METHOD_POST, "plays", {"board": board, "guest": player.secret})
	return answer.body if answer.status == 201 else _failure(answer)


## Finishes a play. Returns once the server has answered, which without a connection may take until there is one. `outcome` is "counted", with
## the server's `report`, or "held" or "refused", with a `reason` that the player can read.
func finish(play: Dictionary, points: int) -> Dictionary:
	if not _queue.has(play.id):
		# Only the key that began a play can finish it, and the next build of the game has a different key.
		_queue[play.id] = {"play": play.play, "points": points, "key": _key}
		_keep(_file_of(play.id), _queue[play.id])
	_send()
	while true:
		var told: Array = await answered
		if told[0] == play.id:
			return told[1]
	return {}


## A page of a ranking, by the query of `GET /api/v1/boards/{board}/rankings`, such as {"period": "weekly", "limit": 10}; or a `problem`.
func rankings(board: String, query := {}) -> Dictionary:
	var asked := HTTPClient.new().query_string_from_dict(query)
	var answer := await _ask(HTTPClient.METHOD_GET, "boards/%s/rankings?%s" % [board.uri_encode(), asked])
	return answer.body if answer.status == 200 else _failure(answer)


## Sends all queued plays, and retries until each is answered.
func _send() -> void:
	if _is_sending:
		return
	_is_sending = true
	var wait_s := FIRST_WAIT_S
	while not _queue.is_empty():
		var failure := {}
		for id: String in _queue.keys():
			var finished: Dictionary = _queue[id]
			# JSON has no integer type.
			var body := {"points": int(finished.points)}
			var answer := await _ask(HTTPClient.METHOD_POST, "plays/%s/finish" % finished.play, body, finished.key)
			if not _may_pass(answer):
				_settle(id, answer)
				wait_s = FIRST_WAIT_S
				continue
			failure = answer
			# A play that the server fails on must not block the others.
			if answer.status < 500 or answer.retry_after_s > 0:
				break
		if not failure.is_empty():
			await get_tree().create_timer(failure.retry_after_s + wait_s * randf_range(0.5, 1.0), true, false, true).timeout
			wait_s = minf(2 * wait_s, LONGEST_WAIT_S)
	_is_sending = false


## Whether a retry may help: no connection, too many requests, or a server that is restarting.
func _may_pass(answer: Dictionary) -> bool:
	return answer.status in [0, 408, 429] or answer.status >= 500


func _settle(id: String, answer: Dictionary) -> void:
	_queue.erase(id)
	DirAccess.remove_absolute(_file_of(id))
	if answer.status >= 400:
		answered.emit(id, {"outcome": "refused", "reason": _failure(answer).problem})
	elif answer.body.has("reason"):
		answered.emit(id, {"outcome": "held", "reason": answer.body.reason})
	else:
		answered.emit(id, {"outcome": "counted", "report": answer.body})


func _remember(someone: Dictionary) -> Dictionary:
	_guest = someone
	_keep(_folder.path_join("guest.json"), _guest)
	return _guest


## The idempotency key that this device sends with every request for its guest, so that one whose answer was lost can be retried.
func _idempotency_key() -> String:
	var path := _folder.path_join("idempotency.json")
	var kept := _kept(path)
	if not kept.has("key"):
		kept = {"key": Crypto.new().generate_random_bytes(32).hex_encode()}
		_keep(path, kept)
	return kept.key


## The answer to a request about this device's guest, or a `problem`.
func _ask_as_guest(what: String, more := {}) -> Dictionary:
	var asked := {"guest": _guest.get("secret", "")}
	asked.merge(more)
	var answer := await _ask(HTTPClient.METHOD_POST, "guests/" + what, asked)
	return answer.body if answer.status == 200 else _failure(answer)


## The server's answer: `status`, `body` and `retry_after_s`. Anything other than JSON, such as a hotel's sign-in page, is status 0.
func _ask(method: HTTPClient.Method, path: String, body: Variant = null, key := _key) -> Dictionary:
	var request := HTTPRequest.new()
	request.timeout = TIMEOUT_S
	add_child(request)
	var headers := PackedStringArray()
	if body != null:
		headers.append_array(["Content-Type: application/json", "Authorization: Bearer " + key])
	var url := "%s/api/v1/%s" % [_site, path]
	var failed := request.request(url, headers, method, "" if body == null else JSON.stringify(body))
	if failed != OK:
		request.queue_free()
		return {"status": 0, "body": {}, "retry_after_s": 0.0}
	var told: Array = await request.request_completed
	request.queue_free()
	var answer := _parsed(told[3].get_string_from_utf8())
	var is_whole: bool = told[0] == HTTPRequest.RESULT_SUCCESS and not answer.is_empty()
	var retry_after_s := 0.0
	for header: String in told[2]:
		if header.to_lower().begins_with("retry-after:"):
			retry_after_s = header.get_slice(":", 1).to_float()
	return {"status": told[1] if is_whole else 0, "body": answer, "retry_after_s": retry_after_s}


func _failure(answer: Dictionary) -> Dictionary:
	var problem: String = answer.body.get("detail", answer.body.get("title", "The server could not be reached."))
	return {"problem": problem, "status": answer.status}


func _file_of(id: String) -> String:
	return _folder.path_join("finished").path_join(id + ".json")


## Writes a file atomically. A device that stores nothing can still play.
func _keep(path: String, value: Dictionary) -> void:
	var file := FileAccess.open(path + ".new", FileAccess.WRITE)
	if file == null:
		return
	file.store_string(JSON.stringify(value))
	file.close()
	DirAccess.rename_absolute(path + ".new", path)


func _kept(path: String) -> Dictionary:
	return _parsed(FileAccess.get_file_as_string(path)) if FileAccess.file_exists(path) else {}


## The object in a JSON text; empty if there is none.
func _parsed(text: String) -> Dictionary:
	var json := JSON.new()
	return json.data if json.parse(text) == OK and json.data is Dictionary else {}
