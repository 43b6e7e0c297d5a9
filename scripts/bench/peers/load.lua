-- wrk's load: events with unique ids, or one request again and again. USER in the path becomes a random player each time.
local ffi = require("ffi")
ffi.cdef("typedef struct { long seconds; long micros; } timeval; int gettimeofday(timeval *, void *);")

local path = os.getenv("BENCH_PATH")
local posts = os.getenv("BENCH_METHOD") == "POST"
local run = os.getenv("BENCH_RUN")
local players = tonumber(os.getenv("BENCH_PLAYERS"))
local rate = tonumber(os.getenv("BENCH_RATE"))
local headers = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. os.getenv("BENCH_KEY") }
local sent = 0

function init()
  math.randomseed(tonumber(run:sub(1, 6), 16))
end

function request()
  local user = "player-" .. math.random(0, players - 1)
  if not posts then return wrk.format("GET", (path:gsub("USER", user))) end
  sent = sent + 1
  return wrk.format("POST", path, headers, string.format('{"id":"%s-%d","username":"%s","points":%d}', run, sent, user, math.random(500)))
end

-- Returns the milliseconds that wrk waits before a request. Without a rate this function is undefined, and wrk does not wait.
if rate then
  local time = ffi.new("timeval")
  local due
  function delay()
    ffi.C.gettimeofday(time, nil)
    local now = tonumber(time.seconds) * 1000 + tonumber(time.micros) / 1000
    due = due and due + 1000 / rate or now
    return math.max(0, due - now)
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"micros":%d,"p99Micros":%d,"bad":%d}\n',
    summary.requests, summary.duration, latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout
  ))
end
