// A do-it-yourself alternative to Laurels, built in an afternoon: Fastify 5 and ioredis over Redis 7, with a sorted set per period. It
// follows the documentation of each: one script for what must be atomic, automatic pipelining, a schema for the body, no log. It answers
// only the requests that are compared:
//
//   POST /points counts an event once and returns points and rank in four periods. The API key is checked.
//   GET /rank/:user returns the all-time rank and two neighbours on each side, without their display names (Laurels includes them).
//   GET /player/:user returns points and rank in four periods, and the display name.
//   GET /top returns the first 50 of all time with their display names.
//
// An answer is as durable as one from Laurels: Redis writes every command to its log and flushes it (appendfsync always) before it
// answers. Other features of Laurels are left out, which makes the peer faster, not slower: it keeps no events (so no receipts, past
// moments or voiding), breaks ties by name instead of time, notifies no one of changes, and closes no periods.
import { fastify } from 'fastify';
import { Redis, type Result } from 'ioredis';

import { NAMES, PERIODS, periodKeys } from './period-keys.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** Keys of four periods, of the names and of the id. Returns whether the event is new, then points and rank (from 0) in each period. */
    submit(
      ...keysAndValues: [...keys: string[], username: string, points: number, displayName: string]
    ): Result<(string | number)[], Context>;
    /** Keys of four periods and of the names. Returns the display name, then points and rank (from 0) in each period, or null. */
    places(...keysAndValues: string[]): Result<(string | number | null)[], Context>;
  }
}

const { HOST, PORT, REDIS_PORT, PEER_KEY } = process.env;

const redis = new Redis({ port: Number(REDIS_PORT), host: '127.0.0.1', enableAutoPipelining: true });

redis.defineCommand('submit', {
  numberOfKeys: 6,
  lua: `
    local isNew = redis.call('SET', KEYS[6], '1', 'NX')
    local answer = { isNew and 1 or 0 }
    for i = 1, 4 do
      answer[2 * i] = isNew and redis.call('ZINCRBY', KEYS[i], ARGV[2], ARGV[1]) or redis.call('ZSCORE', KEYS[i], ARGV[1])
      answer[2 * i + 1] = redis.call('ZREVRANK', KEYS[i], ARGV[1])
    end
    if isNew then redis.call('HSET', KEYS[5], ARGV[1], ARGV[3]) end
    return answer`,
});

redis.defineCommand('places', {
  numberOfKeys: 5,
  lua: `
    local answer = { redis.call('HGET', KEYS[5], ARGV[1]) }
    for i = 1, 4 do
      answer[2 * i] = redis.call('ZSCORE', KEYS[i], ARGV[1])
      answer[2 * i + 1] = redis.call('ZREVRANK', KEYS[i], ARGV[1])
    end
    return answer`,
});

interface PointsBody {
  readonly id: string;
  readonly username: string;
  readonly points: number;
  readonly displayName?: string;
}

const POINTS_BODY = {
  type: 'object',
  required: ['id', 'username', 'points'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 128 },
    username: { type: 'string', minLength: 1, maxLength: 64 },
    points: { type: 'integer' },
    displayName: { type: 'string', minLength: 1, maxLength: 64 },
  },
};

interface OfUser {
  readonly Params: { readonly user: string };
}

const server = fastify();

server.post<{ Body: PointsBody }>('/points', { schema: { body: POINTS_BODY } }, async (request, reply) => {
  if (request.headers.authorization !== `Bearer ${PEER_KEY}`) return reply.code(401).send({ error: 'Unknown key' });
  const { id, username, points, displayName = username } = request.body;
  const [isNew, ...places] = await redis.submit(...periodKeys(Date.now()), NAMES, `event:${id}`, username, points, displayName);
  reply.code(isNew === 1 ? 201 : 200);
  return { id, username, periods: periodsOf(places) };
});

server.get<OfUser>('/rank/:user', async (request, reply) => {
  const rank = await redis.zrevrank('all-time', request.params.user);
  if (rank === null) return reply.code(404).send({ error: 'No such player' });
  const first = Math.max(0, rank - 2);
  return { rank: rank + 1, rows: rowsOf(await redis.zrevrange('all-time', first, rank + 2, 'WITHSCORES'), first) };
});

server.get<OfUser>('/player/:user', async (request, reply) => {
  const { user } = request.params;
  const [displayName, ...places] = await redis.places(...periodKeys(Date.now()), NAMES, user);
  if (displayName === null) return reply.code(404).send({ error: 'No such player' });
  return { username: user, displayName, periods: periodsOf(places) };
});

server.get('/top', async () => {
  const rows = rowsOf(await redis.zrevrange('all-time', 0, 49, 'WITHSCORES'), 0);
  if (rows.length === 0) return { rows };
  const names = await redis.hmget(NAMES, ...rows.map(({ username }) => username));
  return { rows: rows.map(({ rank, username, points }, i) => ({ rank, username, points, displayName: names[i] })) };
});

await server.listen({ host: HOST!, port: Number(PORT) });

/** Alternating points and ranks, as returned by a script. */
function periodsOf(places: readonly (string | number | null)[]) {
  return PERIODS.map((period, i) => {
    const rank = places[2 * i + 1];
    return typeof rank === 'number' ? { period, points: Number(places[2 * i]), rank: rank + 1 } : { period };
  });
}

/** Alternating names and points, as returned by Redis; `first` is the rank (from 0) of the first. */
function rowsOf(flat: readonly string[], first: number) {
  return Array.from({ length: flat.length / 2 }, (_, i) => ({
    rank: first + i + 1,
    username: flat[2 * i]!,
    points: Number(flat[2 * i + 1]),
  }));
}
