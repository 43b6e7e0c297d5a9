// The pictures of players and boards with a real store: their contents, for whom they exist, and caching.

import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { BoardCard } from '../../contract/board-card.ts';
import type { PlayerCard } from '../../contract/player-card.ts';
import type { PointsEvent } from '../../contract/points-event.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { OWN_LOOK } from '../../server/appearance/site-look.ts';
import type { HttpAnswer, HttpHandler } from '../../server/http/http-message.ts';
import { LiveBoards } from '../../server/boards/live-boards.ts';
import { useCardFonts } from '../../server/pictures/card-fonts.suite.ts';
import { Drawing } from '../../server/pictures/drawing.ts';
import type { SharedCard } from '../../server/pictures/picture.ts';
import { parseEvent } from '../../server/boards/points/points-intake.ts';
import type { PointsStore } from '../../server/store/points-store.ts';
import { Problem } from '../../server/http/problem.ts';
import { createStoreSource } from '../../server/answers/store-source.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { cardPath } from '../../web/live/links/addresses.ts';
import { boardCard } from '../../web/live/board/board-card.ts';
import { boardHead } from '../../web/live/board/load-board.ts';
import { headFormat } from '../../web/ui/number-format.ts';
import { playerCard } from '../../web/live/player/player-head.ts';
import { playerHead } from '../../web/live/player/player-head.ts';
import { createSharedCards } from './shared-cards.ts';
import { PLAIN_BOARD } from '../../server/store/stored-values.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');
const CALENDAR = { timeZone: 'UTC', weekStart: 1 } as const;

const fonts = useCardFonts();
let drawing: Drawing;
let store: PointsStore;
let boards: LiveBoards;
let source: ReturnType<typeof createStoreSource>;
let cards: HttpHandler;
/** The drawn cards, in order. */
let drawn: PlayerCard[];
let drawnBoards: BoardCard[];
let ids: number;
/** The clock, in epoch milliseconds. */
let now: number;

beforeAll(() => {
  drawing = new Drawing(fonts());
});

beforeEach(async () => {
  store = await openMemoryStore();
  now = NOON;
  boards = await LiveBoards.open(store, { clock: () => now, graceMs: Infinity });
  await boards.editing.make({
    name: 'main',
    title: 'Main',
    ...PLAIN_BOARD,
    calendar: CALENDAR,
  });
  await boards.editing.make({
    name: 'laps',
    title: 'Best laps',
    scoring: 'best',
    direction: 'low',
    unit: 'points',
    state: 'listed',
    calendar: CALENDAR,
  });
  source = createStoreSource(boards);
  drawn = [];
  drawnBoards = [];
  ids = 0;
  serveCards();
});

function serveCards(): void {
  cards = createSharedCards(
    {
      source,
      playerCard,
      boardCard,
      look: () => '',
      draw: (card) => {
        if (card.kind === 'player') drawn.push(card.card);
        else drawnBoards.push(card.card);
        return drawing.draw({ ...card, brand: OWN_LOOK.brand });
      },
    },
    async () => ({ status: 200, headers: {}, body: 'a page' }),
  );
}

afterEach(async () => {
  await boards.commits.settled();
  await store.close();
});

async function score(username: string, points: number, more: Partial<PointsEvent> = {}, board = 'main') {
  ids += 1;
  await boards.commits.submit(boards.board(board), [parseEvent({ id: String(ids), username, points, ...more }, now)]);
}

function ask(target: string, method = 'GET', headers: Readonly<Record<string, string>> = {}, caller = ''): Promise<HttpAnswer> {
  return cards({ method, target, caller, header: (name) => headers[name] ?? null, readBody: async () => undefined });
}

/** The problem answered for an address. */
async function problem(target: string, method = 'GET'): Promise<Problem> {
  const found: unknown = await ask(target, method).catch((error: unknown) => error);
  expect(found).toBeInstanceOf(Problem);
  return found as Problem;
}

describe('the picture of a player', () => {
  test('shows the name, the standings in all current periods, and the board', async () => {
    await score('ada', 120, { displayName: 'Ada Lovelace', avatar: '🦊', at: '2026-11-17T10:00:00Z' });
    await score('bo', 9000);
    await score('cy', 120, { at: '2026-11-17T11:00:00Z' });
    await ask('/players/ada/card.png');
    expect(drawn).toEqual([
      {
        names: [
          { name: 'Ada Lovelace', initials: 'AL' },
          { name: 'ada', initials: 'AD' },
        ],
        instead: '2nd this week',
        avatar: '🦊',
        hue: expect.any(Number) as number,
        board: 'Main',
        result: '',
        lanes: [
          { period: 'This week', standing: { rank: '2nd', medal: 2, among: 'of 3, tied', points: '120 pts' } },
          { period: 'This month', standing: { rank: '2nd', medal: 2, among: 'of 3, tied', points: '120 pts' } },
          { period: 'All time', standing: { rank: '2nd', medal: 2, among: 'of 3, tied', points: '120 pts' } },
        ],
      },
    ]);
  });

  test('is of the board in the address, and ignores the rest of the query', async () => {
    await score('ada', 61, {}, 'laps');
    await score('bo', 59, {}, 'laps');
    await ask('/players/ada/card.png?board=laps&period=weekly&q=x');
    await ask('/players/ada/card.png');
    expect(drawn.map(({ board, instead }) => [board, instead])).toEqual([
      ['Best laps', '2nd today'],
      ['Main', 'No rank at present'],
    ]);
  });

  test('is linked by the page, with a description', async () => {
    await score('a/b?', 61, { displayName: 'Ada' }, 'laps');
    const asked = { username: 'a/b?', period: 'daily', at: '' } as const;
    expect(playerHead(await source.player({ ...asked, board: 'laps' })).picture).toEqual({
      path: '/players/a%2Fb%3F/card.png?board=laps',
      alt: "The player's lane above a plate for each period, and the words: Ada on Best laps: 1st of 1 today, 1st of 1 this week, 1st of 1 this month, 1st of 1 of all time.",
    });
    expect(playerHead(await source.player({ ...asked, board: '' })).picture?.path).toBe('/players/a%2Fb%3F/card.png');
    expect((await ask('/players/a%2Fb%3F/card.png?board=laps')).status).toBe(200);
  });
});

test('yesterday’s result is provisional while under review, then final, in the picture and in shared links', async () => {
  boards = await LiveBoards.open(store, { clock: () => now, graceMs: 60_000 });
  const catalogue = boards.catalogue;
  source = createStoreSource(boards);
  serveCards();
  const prizes = [{ period: 'daily', from: 1, prize: 'Cup' }] as const;
  await catalogue.replace({ activities: [], tournaments: [], achievements: [], prizes: [...prizes] });
  await boards.reviews.setReviewMs('main', 3_600_000);
  await score('ada', 5, { displayName: 'Ada' });
  await score('bo', 9);
  /** The texts at a time of the next day. */
  const saidAt = async (time: string) => {
    now = Date.parse(`2026-11-19T${time}Z`);
    await boards.closing.closeEnded();
    await ask('/players/ada/card.png');
    const { description, picture } = playerHead(await source.player({ username: 'ada', board: '', period: 'daily', at: '' }));
    expect(picture!.alt).toContain(description);
    const view = { board: '', period: 'daily', q: '', page: 1 } as const;
    const [today, yesterday] = await Promise.all(
      ['', '2026-11-18'].map(async (at) => boardHead(await source.rankings({ ...view, at }), headFormat({})).description),
    );
    return [drawn.at(-1)!.result, description, today, yesterday];
  };
  const ranks = 'Ada on Main: 2nd of 2 this week, 2nd of 2 this month, 2nd of 2 of all time.';
  const winners = '1st bo, 9 points; 2nd Ada, 5 points.';
  const none = 'Main, daily: no points yet. Last results, Wednesday 18 November 2026';
  // Late points still count.
  expect(await saidAt('00:00:30')).toEqual(['', ranks, `${none}: ${winners}`, `${winners} 2 ranked.`]);
  expect(await saidAt('00:01:00')).toEqual([
    'Yesterday: 2nd of 2, provisional',
    `${ranks} Yesterday: 2nd of 2, provisional.`,
    `${none}, provisional: ${winners}`,
    `Provisional: ${winners} 2 ranked.`,
  ]);
  expect(await saidAt('01:01:00')).toEqual([
    'Yesterday: 2nd of 2, final',
    `${ranks} Yesterday: 2nd of 2, final.`,
    `${none}, final: ${winners}`,
    `Final: ${winners} 2 ranked.`,
  ]);
  // There are three different pictures.
  expect(drawn).toHaveLength(3);
});

describe('the picture of a board', () => {
  const boardDrawn = async (target: string) => {
    expect((await ask(target)).status).toBe(200);
    return drawnBoards.at(-1)!;
  };

  test('shows the podium, title and period, and is linked by the page', async () => {
    await score('ada', 120, { displayName: 'Ada Lovelace', avatar: '🦊' });
    await score('bo', 9000);
    const { path, alt } = boardHead(await source.rankings({ board: '', period: 'daily', at: '', q: '', page: 1 }), headFormat({})).picture!;
    expect([path, alt]).toEqual(['/board-card.png', '1st bo, 9,000 points; 2nd Ada Lovelace, 120 points. 2 ranked.']);
    const ada = { name: 'Ada Lovelace', initials: 'AL' };
    expect(await boardDrawn(path)).toEqual({
      title: 'Main',
      when: 'Today: Wed 18 Nov 2026',
      ranked: '2 ranked',
      podium: [
        {
          names: [ada, { name: 'ada', initials: 'AD' }],
          avatar: '🦊',
          hue: expect.any(Number) as number,
          rank: 2,
          points: '120 pts',
          prize: '',
        },
        expect.objectContaining({ rank: 1, points: '9,000 pts' }),
        null,
      ],
      none: 'Awaiting Champion',
    });
  });

  test('is of the board, period and moment in the address, and ignores the rest of the query', async () => {
    await score('ada', 61, { at: '2026-11-17T10:00:00Z' }, 'laps');
    await score('bo', 59, { at: '2026-11-17T11:00:00Z' }, 'laps');
    const said = async (search: string) => {
      const { title, when, ranked } = await boardDrawn(`/board-card.png${search}`);
      return [title, when, ranked];
    };
    expect(await said('?board=laps&mode=monthly&q=ada&page=4&view=race')).toEqual(['Best laps', 'This month: Nov 2026', '2 ranked']);
    expect(await said('?board=laps&mode=all-time')).toEqual(['Best laps', 'All time', '2 ranked']);
    expect(await said('?board=laps&at=2026-11-17T10:30Z')).toEqual(['Best laps', '17 Nov 2026, 10:30 UTC', '1 ranked']);
    expect(await said('?board=laps')).toEqual(['Best laps', 'Last results: Tue 17 Nov 2026', '2 ranked']);
    expect(await said('')).toEqual(['Main', 'Today: Wed 18 Nov 2026', '']);
  });

  test.each(['?board=none', '?at=garbage', '?at=2999-01-01'])('is a 404 at %s', async (search) =>
    expect((await problem(`/board-card.png${search}`)).status).toBe(404),
  );
});

describe('responses for pictures', () => {
  test('are PNGs that may be cached for minutes and embedded anywhere, without a body for HEAD', async () => {
    await score('ada', 5);
    const found = await ask('/players/ada/card.png');
    const { status, headers, body } = found;
    expect([status, headers['content-type'], headers['cache-control'], headers['cross-origin-resource-policy']]).toEqual([
      200,
      'image/png',
      'public, max-age=300',
      'cross-origin',
    ]);
    const png = Buffer.from(body as Uint8Array);
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1200, 630]);
    expect(await ask('/players/ada/card.png', 'HEAD')).toEqual({ ...found, body: null });
  });

  test('are drawn once while the content is the same, and revalidated by entity tag', async () => {
    await score('ada', 5);
    const etag = (await ask('/players/ada/card.png')).headers['etag']!;
    await score('bo', 1);
    await score('bo', -1);
    const [first] = await Promise.all([1, 2, 3].map(() => ask('/players/ada/card.png', 'GET', { 'if-none-match': etag })));
    // One more player is ranked.
    expect(first!.status).toBe(200);
    expect(drawn).toHaveLength(2);
    const unchanged = await ask('/players/ada/card.png', 'GET', { 'if-none-match': first!.headers['etag']! });
    expect([unchanged.status, unchanged.body, unchanged.headers['etag']]).toEqual([304, null, first!.headers['etag']]);
    expect(drawn).toHaveLength(2);
  });

  test('differ by rank and by player', async () => {
    await score('ada', 5);
    await score('bo', 4);
    const tag = async (name: string) => (await ask(`/players/${name}/card.png`)).headers['etag'];
    const before = [await tag('ada'), await tag('bo')];
    await score('bo', 2);
    const after = [await tag('ada'), await tag('bo')];
    expect(new Set([...before, ...after]).size).toBe(4);
  });

  test('redirect to the canonical spelling of the username', async () => {
    await score('Zoë', 5);
    for (const [target, location] of [
      ['/players/ZO%C3%8B/card.png', '/players/Zo%C3%AB/card.png'],
      ['/players/Zoe%CC%88/card.png?period=weekly&board=laps', '/players/Zo%C3%AB/card.png?board=laps'],
    ] as const) {
      const { status, headers } = await ask(target);
      expect([status, headers['location']]).toEqual([308, location]);
    }
    expect(drawn).toEqual([]);
  });
});

test('the contents of pictures are read one at a time, however many are requested at once', async () => {
  for (const name of ['ada', 'bob', 'cy']) await score(name, 10);
  let [underWay, most] = [0, 0];
  const player: typeof source.player = async (question) => {
    underWay += 1;
    most = Math.max(most, underWay);
    try {
      return await source.player(question);
    } finally {
      underWay -= 1;
    }
  };
  cards = createSharedCards(
    {
      source: { ...source, player },
      playerCard,
      boardCard,
      look: () => '',
      draw: (card) => drawing.draw({ ...card, brand: OWN_LOOK.brand }),
    },
    async () => ({ status: 200, headers: {}, body: 'a page' }),
  );
  const answers = await Promise.all(['ada', 'bob', 'cy', 'nobody'].map((name) => ask(cardPath(name)).catch((error: Problem) => error)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
  expect(most).toBe(1);
});

test('callers take turns, and are refused if they request too many pictures at once', async () => {
  for (let i = 0; i <= 30; i += 1) await score(`p${i}`, 31 - i);
  const drawn: string[] = [];
  const { promise: mayDraw, resolve: letDraw } = Promise.withResolvers<void>();
  const draw = async (card: SharedCard) => {
    if (card.kind === 'player') drawn.push(card.card.names[0]!.name);
    await mayDraw;
    return drawing.draw({ ...card, brand: OWN_LOOK.brand });
  };
  cards = createSharedCards({ source, playerCard, boardCard, look: () => '', draw }, async () => ({
    status: 200,
    headers: {},
    body: 'a page',
  }));
  const many = Array.from({ length: 30 }, (_, i) => ask(cardPath(`p${i}`), 'GET', {}, '203.0.113.1'));
  const others = [ask(cardPath('p30'), 'GET', {}, '203.0.113.2'), ask(cardPath('p0'), 'GET', {}, '203.0.113.3')];
  // Three are being drawn, one of them also for another caller, and 24 wait.
  expect(await Promise.allSettled(many.slice(27))).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { status: 429 } })));
  letDraw();
  expect((await Promise.all([...many.slice(0, 27), ...others])).map(({ status }) => status)).toEqual(Array.from({ length: 29 }, () => 200));
  // The third caller wanted the picture already being drawn for the first.
  expect(drawn.slice(0, 3)).toEqual(['p0', 'p30', 'p1']);
  expect(drawn).toHaveLength(28);
});

test('the picture of a board with a daily challenge says so for today only', async () => {
  await score('ada', 120);
  await boards.limits.replace(boards.board('main'), { event: null, hour: null, day: null, history: null, challenge: true });
  const whenOf = async (period: 'daily' | 'weekly') => boardCard(await source.rankings({ board: '', period, at: '', q: '', page: 1 })).when;
  expect([await whenOf('daily'), await whenOf('weekly')]).toEqual([
    'Today’s challenge: Wed 18 Nov 2026',
    expect.stringContaining('This week'),
  ]);
  now += DAY_MS;
  expect(await whenOf('daily')).toBe('Last results: Wed 18 Nov 2026');
});

describe('without a picture', () => {
  test('unknown, hidden and removed players and unknown boards get the same 404', async () => {
    await score('hidden', 5);
    await score('removed', 5);
    await score('there', 5);
    await boards.players.setVisibility('hidden', { state: 'hidden' });
    await boards.players.setVisibility('removed', { state: 'removed', reason: 'Cheating' });
    const told = await Promise.all(
      [
        'nobody/card.png',
        'hidden/card.png',
        'HIDDEN/card.png',
        'removed/card.png',
        'REMOVED/card.png',
        'there/card.png?board=none',
        '%20/card.png',
      ].map(async (path) => {
        const { status, headers, message, faults } = await problem(`/players/${path}`);
        return JSON.stringify({ status, headers, message, faults });
      }),
    );
    expect(new Set(told).size).toBe(1);
    expect(told[0]).toContain('404');
    expect(drawn).toEqual([]);
    expect(playerHead(await source.player({ username: 'removed', board: '', period: 'daily', at: '' })).picture).toBeUndefined();
  });

  test('a player who is shown again has a picture again', async () => {
    await score('ada', 5);
    await ask('/players/ada/card.png');
    await boards.players.setVisibility('ada', { state: 'hidden' });
    expect((await problem('/players/ada/card.png')).status).toBe(404);
    await boards.players.setVisibility('ada', { state: 'shown' });
    expect((await ask('/players/ada/card.png')).status).toBe(200);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    const { status, headers } = await problem('/players/nobody/card.png', method);
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  test.each([
    '/',
    '/players/ada',
    '/players/ada/why',
    '/players/ada/card.png/',
    '/players//card.png',
    '/players/a/b/card.png',
    '/players/%E0%A4/card.png',
  ])('%s is left to the pages', async (target) => {
    expect((await ask(target)).body).toBe('a page');
  });
});
