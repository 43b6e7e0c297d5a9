// An attack on a board with public resources: the game's public key, its source and the documentation.
import { Agent, request } from 'node:http';

import { ENDPOINTS, type EndpointId, type AnswerTo } from '../../src/contract/api.ts';
import { type Endpoint, targetOf } from '../../src/contract/endpoint.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { seeded } from '../seeded.ts';
import { startTrialServer, TRIAL_NOW } from './trial-server.ts';

export interface AttackFigures {
  /** The number of plays begun. */
  readonly plays: number;
  /** The number of answers, by attempt and status. */
  readonly answers: ReadonlyMap<string, number>;
  /** The budget as printed. */
  readonly budget: AnswerTo<'cheatingBudget'>;
  /** The points gained in each clock hour by all players, and the most by one player. */
  readonly hours: readonly { readonly everybody: number; readonly player: number }[];
  /** Attempts that should have counted for nothing but succeeded, or failed with the wrong status. */
  readonly wrong: readonly string[];
  /** Points that still count after one action has voided everything. */
  readonly left: number;
  /** The number of events voided by that action. */
  readonly voided: number;
}

const SECOND = 1000;

interface Guest {
  readonly username: string;
  readonly secret: string;
  readonly address: string;
}

interface Begun {
  readonly play: string;
  readonly guest: Guest;
  readonly at: number;
}

/** Attacks a server with about `plays` plays over a few hours of its clock. */
export async function attackWithPublicKey(plays: number, seed: number): Promise<AttackFigures> {
  let now = TRIAL_NOW + 35 * 60 * SECOND;
  const fraction = seeded(seed);
  const below = (count: number) => Math.floor(fraction() * count);
  const server = await startTrialServer({ LAURELS_THREADS: '1', LAURELS_TRUSTED_PROXIES: '1' }, undefined, () => now);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const answers = new Map<string, number>();
  const wrong: string[] = [];

  const send = (id: EndpointId, variables: object, body: object | undefined, token: string, address = '198.51.100.1') =>
    new Promise<{ readonly status: number; readonly body: never }>((resolve, reject) => {
      const { method }: Endpoint = ENDPOINTS[id];
      const sent = body && JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': address,
        ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
      };
      request(server.url + targetOf<Endpoint>(ENDPOINTS[id], variables), { method, agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode!, body: (text === '' ? undefined : JSON.parse(text)) as never }));
      })
        .on('error', reject)
        .end(sent);
    });

  /** Makes an attempt that must be answered with one of some statuses. */
  async function tries(what: string, expected: readonly number[], id: EndpointId, variables: object, body: object, by: Attempt) {
    const answer = await send(id, variables, body, by.token, by.address);
    answers.set(`${what}: ${answer.status}`, (answers.get(`${what}: ${answer.status}`) ?? 0) + 1);
    if (!expected.includes(answer.status)) wrong.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  try {
    const { operator, owner, moderator } = server.keys;
    const inHour = Math.ceil(plays / 4);
    await send('makeBoard', {}, { name: 'cup', title: 'Cup', scoring: 'sum', direction: 'high', timeZone: 'UTC', weekStart: 1 }, operator);
    const play = { seconds: 30, rate: 10, hour: 6, day: 14, podium: false };
    for (const board of ['main', 'cup'])
      await send('setLimits', { board }, { event: 900, hour: 2500, day: 6000, history: 3, names: true, play }, operator);
    const newKey = async (name: string) => {
      const { body } = await send(
        'addKey',
        {},
        { name, role: 'play', bounds: { boards: ['main'], plays: inHour, guests: Math.ceil(inHour / 4) } },
        owner,
      );
      return body as { readonly id: string; readonly key: string };
    };
    // The default keys of trial servers can play everywhere.
    await send('revokeKey', { key: 'play' }, undefined, owner);
    const game = await newKey('game');
    const otherBuild = await newKey('other');
    const budgetWith = async () =>
      (await send('cheatingBudget', { board: 'main' }, undefined, operator)).body as AnswerTo<'cheatingBudget'>;
    const attempt = (address: string, token = game.key): Attempt => ({ token, address });

    let begunPlays = 0;
    const addresses = Array.from({ length: Math.max(12, Math.ceil(plays / 100)) }, (_, i) => `203.0.${i >> 8}.${i & 255}`);
    const anyAddress = () => addresses[below(addresses.length)]!;
    const guests: Guest[] = [];
    /** Plays that can still be finished. */
    const open: Begun[] = [];
    /** Plays that counted, with their points. */
    const counted: (Begun & { readonly points: number })[] = [];

    const createGuests = (count: number) =>
      each(count, async () => {
        const address = anyAddress();
        const { status, body } = await tries('create a guest', [201, 429], 'createGuest', {}, {}, attempt(address));
        if (status === 201) guests.push({ ...(body as Omit<Guest, 'address'>), address });
      });
    const begin = async (guest: Guest, token = game.key): Promise<Begun | undefined> => {
      const asked = { board: 'main', guest: guest.secret };
      const { status, body } = await tries('begin', [201, 429], 'beginPlay', {}, asked, attempt(guest.address, token));
      if (status !== 201) return undefined;
      begunPlays += 1;
      return { play: (body as { readonly play: string }).play, guest, at: now };
    };
    const beginSome = (count: number) =>
      each(count, async () => {
        // Some guests play much more often than others.
        const begun = await begin(guests[Math.floor(guests.length * fraction() ** 2)]!);
        if (begun !== undefined) open.push(begun);
      });
    const finish = (what: string, expected: readonly number[], begun: Begun, points: unknown, token = game.key) =>
      tries(what, expected, 'finishPlay', { play: begun.play }, { points }, attempt(begun.guest.address, token));
    /** Finishes plays with as many points as the documented limits allow, or with more. */
    const finishSome = (count: number) =>
      each(Math.min(count, open.length), async () => {
        const begun = open.splice(below(open.length), 1)[0]!;
        const most = Math.min(900, Math.floor((10 * (now - begun.at)) / SECOND));
        const points = [most, most, most, most + 1, 901, 2 ** 50, 5, -700][below(8)]!;
        const { status } = await finish('finish', [200, 201, 202, 429], begun, points);
        if (status === 201) counted.push({ ...begun, points });
        // Repeats in parallel: the play counts once, and with no other points.
        if (status !== 201 || below(4) > 0) return;
        await Promise.all([0, 1, 2].map(() => finish('finish again', [200, 429], begun, points)));
        await finish('finish with other points', [409, 429], begun, points + 1);
      });

    const hours: { everybody: number; player: number }[] = [];
    let before = new Map<string, number>();
    /** Compares the totals with those of the hour before. */
    const endHour = async () => {
      const after = await totals();
      const gains = Array.from(after, ([player, points]) => points - (before.get(player) ?? 0));
      hours.push({ everybody: gains.filter((gain) => gain > 0).reduce((sum, gain) => sum + gain, 0), player: Math.max(0, ...gains) });
      before = after;
    };
    const totals = async () => {
      const all = new Map<string, number>();
      for (let cursor: string | undefined; ;) {
        const query = { period: 'all-time', limit: 100, cursor };
        const { body } = await send('rankings', { board: 'main', query }, undefined, moderator);
        const { standings, next } = body as AnswerTo<'rankings'>;
        for (const { player, points } of standings) all.set(player.username, points);
        if (next === null) return all;
        cursor = next;
      }
    };
    const until = (minute: number) => (now = Math.floor(now / HOUR_MS) * HOUR_MS + minute * 60 * SECOND);

    const budget = await budgetWith();
    const share = Math.ceil(plays / 8);
    for (let hour = 0; hour < 4; hour += 1) {
      // Done before the key's plays of this hour are used up.
      const toForge = hour === 1 ? await Promise.all(guests.slice(0, 2).map((guest) => begin(guest))) : [];
      // More than the budgets of the key allow, over all addresses.
      await createGuests(Math.ceil(plays / 10));
      until(40);
      await beginSome(share);
      for (const begun of open.splice(-3)) await finish('finish at once with too much', [202, 429], begun, 900);
      now += 29 * SECOND;
      await finishSome(Math.ceil(share / 10));
      now += 60 * SECOND;
      await beginSome(share);
      await finishSome(share / 2);
      until(59.9999);
      await finishSome(share / 2);
      await endHour();
      // The first moment of the next hour.
      now = Math.ceil(now / HOUR_MS) * HOUR_MS;
      if (hour === 1) await forge(toForge[0]!, toForge[1]!);
      await finishSome(share / 2);
    }
    await endHour();
    now += 6 * HOUR_MS;
    for (const begun of open.slice(0, 9)) await finish('finish too late', [410], begun, 5);

    // A build is abandoned: its plays end, those of other builds do not.
    await createGuests(1);
    const fresh = guests.at(-1)!;
    const [ofOther, ofGame] = [(await begin(fresh, otherBuild.key))!, (await begin(fresh))!];
    now += 40 * SECOND;
    await send('revokeKey', { key: 'game' }, undefined, owner);
    await finish('finish with a revoked key', [401], ofGame, 5);
    await finish('finish with the key of another build', [404], ofGame, 5, otherBuild.key);
    await finish('finish with a key in use', [201], ofOther, 5, otherBuild.key);
    await endHour();

    const { body } = await send(
      'reviseEvents',
      {},
      { does: 'void', reason: 'An attack.', events: { match: { author: `key:${game.id}` } } },
      moderator,
    );
    const afterwards = await totals();
    const left = Array.from(afterwards, ([player, points]) => (player === fresh.username ? points - 5 : points));
    if (counted.length === 0) wrong.push('nothing counted, so nothing was tried');
    return {
      plays: begunPlays,
      answers,
      budget,
      hours,
      wrong,
      left: left.reduce((sum, points) => sum + Math.abs(points), 0),
      voided: (body as { readonly events: number }).events,
    };

    /** Forges plays based on the plays of two guests. */
    async function forge(begun: Begun, other: Begun): Promise<void> {
      const [payload = '', mac = ''] = begun.play.slice('lp_'.length).split('.');
      const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[];
      for (const [i, field] of fields.entries()) {
        const changed = fields.with(i, typeof field === 'number' ? field - HOUR_MS : i === 1 ? 'cup' : `${String(field)}x`);
        const play = `lp_${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${mac}`;
        await finish('finish a play that was changed', [404], { play, guest: { ...begun.guest, address: addresses[i]! }, at: now }, 5);
      }
      const [, otherMac = ''] = other.play.split('.');
      await finish('finish with the signature of another play', [404], { ...begun, play: `lp_${payload}.${otherMac}` }, 5);
      await finish('finish with the key of another build', [404], begun, 5, otherBuild.key);
      for (const points of [1.5, '900', null, 2 ** 60]) await finish('finish with what are no points', [400, 422], begun, points);
      const [one, two] = [begun.guest, other.guest];
      const stolen = one.secret.replace(one.username, two.username);
      for (const secret of [stolen, `${one.secret.slice(0, -1)}${one.secret.endsWith('A') ? 'B' : 'A'}`])
        await tries('begin as somebody else', [404], 'beginPlay', {}, { board: 'main', guest: secret }, attempt(one.address));
      await tries('begin on another board', [403], 'beginPlay', {}, { board: 'cup', guest: one.secret }, attempt(one.address));
      const event = { id: 'own', username: one.username, points: 900 };
      await tries('post points', [403], 'submitPoints', {}, event, attempt(one.address));
      await tries('limit nothing', [403], 'setLimits', { board: 'main' }, {}, attempt(one.address));
    }
  } finally {
    agent.destroy();
    await server.discard();
  }
}

interface Attempt {
  readonly token: string;
  readonly address: string;
}

/** Runs something many times, 16 at once. */
async function each(count: number, run: () => Promise<void>): Promise<void> {
  let left = Math.ceil(count);
  const worker = async () => {
    for (;;) {
      if (left <= 0) return;
      left -= 1;
      await run();
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
