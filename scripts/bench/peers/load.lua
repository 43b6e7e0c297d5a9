-- wrk's load: events with ids of their own, or one question again and again. USER in the path becomes some player each time.
local path = os.getenv("BENCH_PATH")
local posts = os.getenv("BENCH_METHOD") == "POST"
local run = os.getenv("BENCH_RUN")
local players = tonumber(os.getenv("BENCH_PLAYERS"))
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

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"micros":%d,"p99Micros":%d,"bad":%d}\n',
    summary.requests, summary.duration, latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout
  ))
end
