import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { EMPTY_CATALOGUE } from '../../contract/catalogue.ts';
import type { ApiReport } from '../../contract/game-answers.ts';
import { CurrentAppearance } from '../appearance/current-appearance.ts';
import { toldActIn } from '../audit/told-act.ts';
import { AUDIT } from '../store/records.ts';
import { SharedLine } from '../../../tests/oracle/several-stores.suite.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { PeriodKey } from '../store/stored-values.ts';
import { postgresPlace } from '../store/postgres/postgres-place.suite.ts';
import { waitingStore } from '../store/waiting-store.suite.ts';
import { DAY, MAIN, MINUTE, NOON } from './boards-under-test.suite.ts';
import { closeOnce } from './closing.ts';
import { ensureBoard } from './default-board.ts';
import { LiveBoards } from './live-boards.ts';
import { PAYOUT, payoutFrom } from './settling/payouts.ts';
import { REOPENED_MS } from './settling/period-closing.ts';
import { parseEvent } from './points/points-intake.ts';
import { loggedMerge } from './revising/moved-events.ts';

const TODAY: PeriodKey = { board: 'main', kind: 'daily', start: Date.parse('2026-11-21T00:00:00Z') };
const FINAL = Date.parse('2026-11-22T00:00:00Z') + MINUTE;

/** A process with its own clock. It follows others when it commits or catches up. */
class Process {
  now = NOON;
  store!: PointsStore;
  boards!: LiveBoards;

  static async start(line: Line): Promise<Process> {
    const started = new Process();
    started.store = waitingStore(await line.open());
    started.boards = await LiveBoards.open(started.store, { clock: () => started.now, graceMs: MINUTE });
    return started;
  }

  async send(
    id: string,
    username: string,
    points: number,
    at = this.now,
  ): Promise<{ readonly repeated: boolean; readonly report: ApiReport }> {
    const event = parseEvent({ id, username, points, at: new Date(at).toISOString() }, this.now);
    const [submitted] = await this.boards.commits.submit(this.boards.board('main'), [event]);
    if (submitted!.kind === 'refused') throw submitted!.problem;
    if (submitted!.kind === 'held') throw new Error(submitted!.answer);
    return { repeated: submitted!.repeated, report: JSON.parse(submitted!.report) as ApiReport };
  }

  /** The rankings with points: on a moment’s day, and of all time. */
  async ranks(at = NOON): Promise<unknown> {
    const of = async (kind: 'daily' | 'all-time') => {
      const { closed, standings } = await this.boards.reading.page(this.boards.board('main'), kind, at, { after: 0 }, 100);
      return { closed, ranks: standings.map(({ player, points, rank }) => `${rank} ${player.username} ${points}`) };
    };
    return [await of('daily'), await of('all-time')];
  }

  async day(at = NOON): Promise<readonly string[]> {
    const { standings } = await this.boards.reading.page(this.boards.board('main'), 'daily', at, { after: 0 }, 100);
    return standings.map(({ player, points }) => `${player.username} ${points}`);
  }
}

/** A player’s points on a day of the prize test. */
function pointsOf(name: string, day: number): number {
  return 10 + ((['ann', 'bob', 'cyd', 'dan'].indexOf(name) + day) % 4);
}

/** What processes share: a database, or a stand-in. */
interface Line {
  open(): Promise<PointsStore>;
  remove?(): void;
}

/** `share`: the fraction of the runs for which each has time. */
const LINES: readonly { readonly name: string; readonly newLine: () => Line; readonly share: number }[] = [
  { name: 'of stores in memory', newLine: () => new SharedLine(), share: 1 },
  { name: 'of PostgreSQL', newLine: () => postgresPlace(), share: 1 / 10 },
];

describe.each(LINES)('on one line $name:', ({ newLine, share }) => {
  let lines: Line[];
  let stores: PointsStore[];
  let line: Line;
  let one: Process;
  let other: Process;

  /** A line with a board, and two processes on it. */
  async function begin(): Promise<void> {
    line = makeLine();
    one = await Process.start(line);
    await one.boards.editing.make(MAIN);
    other = await Process.start(line);
  }

  function makeLine(): Line {
    const made = newLine();
    lines.push(made);
    return {
      async open() {
        const store = await made.open();
        stores.push(store);
        return store;
      },
    };
  }

  beforeEach(async () => {
    [lines, stores] = [[], []];
    await begin();
  });

  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    for (const each of lines) each.remove?.();
  });

  /** Catches both up, and expects them to agree with a process that starts now. */
  async function agree(): Promise<void> {
    const fresh = await Process.start(line);
    for (const { store } of [one, other]) await store.catchUp();
    const position = fresh.boards.changes.position();
    for (const each of [one, other]) {
      expect(each.boards.changes.position()).toBe(position);
      for (const at of [NOON, NOON - DAY]) expect(await each.ranks(at)).toEqual(await fresh.ranks(at));
      expect([...each.boards.players.absences]).toEqual([...fresh.boards.players.absences]);
      expect(each.boards.imports.list()).toEqual(fresh.boards.imports.list());
      expect(each.boards.boards()).toEqual(fresh.boards.boards());
      expect((await each.store.verify()).differences).toEqual([]);
    }
  }

  describe('points sent to several processes', () => {
    test('count once, and each answer has the ranks that follow from everything before it', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              id: fc.nat({ max: 40 }),
              isFirst: fc.boolean(),
              pause: fc.boolean(),
            }),
            { minLength: 20, maxLength: 60 },
          ),
          async (sent) => {
            await begin();
            const answered: Promise<{ readonly id: string; readonly repeated: boolean; readonly report: ApiReport }>[] = [];
            for (const { id, isFirst, pause } of sent) {
              const answer = (isFirst ? one : other).send(`event ${id}`, `player ${id % 7}`, 1 + ((id * 31) % 11));
              answered.push(answer.then((result) => ({ id: `event ${id}`, ...result })));
              if (pause) await answer;
            }
            const answers = await Promise.all(answered);
            const firsts = answers.filter(({ repeated }) => !repeated);
            expect(firsts.map(({ id }) => id).toSorted()).toEqual([...new Set(answers.map(({ id }) => id))].toSorted());
            for (const { id, report } of answers) expect(report).toEqual(firsts.find((first) => first.id === id)!.report);
            await agree();

            // Everything replayed in the order of the line.
            const players = await one.store.playerCount();
            const events = (
              await Promise.all(Array.from({ length: players }, (_, i) => one.store.eventsOf('main', i + 1, { limit: 100 })))
            ).flatMap((theirs, i) => theirs.map((event) => ({ player: i + 1, ...event })));
            const totals = new Map<number, { points: number; reached: number }>();
            for (const [reached, { player, points, id }] of events.toSorted((a, b) => a.seq - b.seq).entries()) {
              totals.set(player, { points: (totals.get(player)?.points ?? 0) + points, reached });
              const mine = totals.get(player)!;
              // All events have the same time, so the first to arrive ranks first.
              const before = [...totals].filter(
                ([number, { points: theirs }]) => theirs > mine.points || (theirs === mine.points && number < player),
              );
              const { report } = firsts.find((first) => first.id === id)!;
              expect(report.periods.map(({ rank }) => rank)).toEqual(Array(4).fill(before.length + 1));
            }
          },
        ),
        { numRuns: Math.ceil(25 * share) },
      );
    });

    test('follow changes made elsewhere: an archived board accepts none, and a new title changes nothing', async () => {
      await one.boards.editing.change('main', { title: 'Another' });
      await other.send('1', 'ada', 5);
      expect(other.boards.board('main').title).toBe('Another');
      await one.boards.editing.make({ ...MAIN, name: 'old' });
      await other.store.catchUp();
      await one.boards.editing.change('old', { state: 'archived' });
      const event = parseEvent({ id: '1', username: 'ada', points: 5 }, NOON);
      await expect(other.boards.commits.submit(other.boards.board('old'), [event])).rejects.toMatchObject({ code: 'archived' });
      await agree();
    });

    test('count in a day closed and reopened elsewhere', async () => {
      await one.send('1', 'ada', 5);
      await other.send('2', 'bob', 3);
      one.now = FINAL;
      await one.boards.closing.closeEnded();
      one.now = NOON + 1;
      await one.boards.closing.reopen(TODAY, 'the clock was wrong');
      const { report } = await other.send('3', 'bob', 4);
      expect(report.periods[0]).toMatchObject({ state: 'counted', rank: 1, points: 7 });
      await agree();
    });

    test('count in a day that an import elsewhere holds open', async () => {
      await one.send('1', 'ada', 5);
      await other.store.catchUp();
      one.now = other.now = FINAL;
      await one.boards.imports.begin('main', 'history.csv');
      const { report } = await other.send('2', 'bob', 7, NOON);
      expect(report.periods[0]).toMatchObject({ state: 'counted', rank: 1 });
      await agree();
    });

    test('are too late for a day that was closed elsewhere', async () => {
      await one.send('1', 'ada', 5);
      await other.store.catchUp();
      one.now = FINAL;
      await one.boards.closing.closeEnded();
      const { report } = await other.send('2', 'bob', 7);
      expect(report.periods[0]).toMatchObject({ state: 'closed' });
      await agree();
      expect(await other.day()).toEqual(['ada 5']);
    });

    test('have ranks among shown players, even if one was hidden elsewhere', async () => {
      await one.send('1', 'ada', 5);
      await other.store.catchUp();
      await one.boards.players.setVisibility('ada', { state: 'hidden' });
      expect((await other.send('2', 'bob', 3)).report.periods[0]).toMatchObject({ rank: 1 });
      await agree();
    });
  });

  describe('held points in several processes', () => {
    const limits = { event: null, hour: null, day: 100, history: null };
    const outcome = async ({ boards, now }: Process, id: string, points: number) => {
      const event = parseEvent({ id, username: 'ada', points, at: new Date(NOON).toISOString() }, now);
      const [submitted] = await boards.commits.submit(boards.board('main'), [event]);
      return submitted!.kind;
    };

    test('are held by limits that were just set elsewhere', async () => {
      await one.boards.limits.replace(one.boards.board('main'), limits);
      expect(await outcome(other, 'a', 101)).toBe('held');
      expect(await outcome(one, 'a', 101)).toBe('held');
      await one.boards.limits.replace(one.boards.board('main'), { ...limits, day: null });
      expect(await outcome(other, 'b', 101)).toBe('report');
      await agree();
    });

    test('keep every player’s day within its limit in any process, and are accepted once', async () => {
      await one.boards.limits.replace(one.boards.board('main'), limits);
      const kinds = await Promise.all(Array.from({ length: 40 }, (_, i) => outcome(i % 2 === 0 ? one : other, `${i}`, 7)));
      expect(kinds.filter((kind) => kind === 'report')).toHaveLength(14);
      await one.store.catchUp();
      expect(await one.day()).toEqual(['ada 98']);
      const [waiting] = await one.store.records('held', { limit: 100 });
      const accepted = await Promise.allSettled([one, other].map(({ boards }) => boards.held.accept(waiting!.id)));
      expect(accepted.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await agree();
      expect(await one.day()).toEqual(['ada 105']);
    });

    test('include points of a new name that looks like one that arrived elsewhere', async () => {
      await one.boards.limits.replace(one.boards.board('main'), { ...limits, day: null, names: true });
      await one.send('a', 'ada', 1);
      await other.store.catchUp();
      const names = ['zoe', 'zоe', 'аda', 'bob', 'bоb'];
      const sent = names.map(async (username, i) => {
        const { boards, now } = i % 2 === 0 ? one : other;
        const [submitted] = await boards.commits.submit(boards.board('main'), [parseEvent({ id: username, username, points: 1 }, now)]);
        return submitted!.kind;
      });
      const kinds = await Promise.all(sent);
      expect([kinds.slice(0, 2).toSorted(), kinds[2], kinds.slice(3).toSorted()]).toEqual([['held', 'report'], 'held', ['held', 'report']]);
      await agree();
    });

    test('with the same id are held once', async () => {
      await one.boards.limits.replace(one.boards.board('main'), limits);
      await other.store.catchUp();
      const kinds = await Promise.all([one, other, one, other].map((each) => outcome(each, 'a', 101)));
      expect(kinds).toEqual(['held', 'held', 'held', 'held']);
      expect(await one.store.records('held', { limit: 100 })).toHaveLength(1);
      await agree();
    });
  });

  describe('concurrent actions of operators in several processes', () => {
    test('are all stored: visibility and imports', async () => {
      for (const name of ['ada', 'bob', 'cleo', 'dan']) await one.send(name, name, 5);
      await other.store.catchUp();
      const [begun] = await Promise.all([
        one.boards.imports.begin('main', 'a.csv'),
        other.boards.imports.begin('main', 'b.csv'),
        one.boards.players.setVisibility('ada', { state: 'hidden' }),
        other.boards.players.setVisibility('bob', { state: 'removed', reason: 'a bot' }),
        one.boards.players.setVisibility('cleo', { state: 'hidden' }),
      ]);
      await Promise.all([other.boards.imports.end(begun.hold.id), one.boards.imports.begin('main', 'c.csv')]);
      await agree();
      expect(new Set(one.boards.players.absences.keys())).toEqual(new Set([1, 2, 3]));
      expect(one.boards.imports.list().map(({ file }) => file)).toEqual(['b.csv', 'c.csv']);
      expect(await one.day()).toEqual(['dan 5']);
    });

    test('the same import begins once, and the second process resumes it', async () => {
      const begun = await Promise.all([one.boards.imports.begin('main', 'a.csv'), other.boards.imports.begin('main', 'a.csv')]);
      expect(begun.filter(({ resumed }) => resumed)).toHaveLength(1);
      expect(begun[0].hold.id).toBe(begun[1].hold.id);
      await agree();
    });

    test('an import without a heartbeat is abandoned by one process, which logs it', async () => {
      await one.boards.imports.begin('main', 'a.csv');
      await other.store.catchUp();
      one.now = other.now = NOON + 2 * DAY;
      const givenUp = await Promise.all([one.boards.imports.giveUp(), other.boards.imports.giveUp()]);
      expect(givenUp.flat().map(({ file }) => file)).toEqual(['a.csv']);
    });

    describe('merging two players', () => {
      const APART = ['bob 30', 'ada 20', 'ada2 15'];
      const MERGED = ['ada 35', 'bob 30'];

      beforeEach(async () => {
        for (let i = 1; i <= 5; i += 1) await one.send(`ada2 ${i}`, 'ada2', i);
        await one.send('ada', 'ada', 20);
        await one.send('bob', 'bob', 30);
        await other.store.catchUp();
      });

      async function split({ store, boards }: Process): Promise<void> {
        const [entry] = await store.records(AUDIT, { state: 'merge-players', limit: 1 });
        await boards.merges.split(await loggedMerge(store, toldActIn(entry!)));
      }

      test('counts nothing twice, and can be undone by another process', async () => {
        await one.boards.merges.merge('ada2', 'ada');
        await agree();
        expect(await one.day()).toEqual(MERGED);
        await split(other);
        await agree();
        expect(await one.day()).toEqual(APART);
      });

      test('happens once, even if another process merges them into a third player right before', async () => {
        let isFirst = true;
        const events = await one.boards.merges.merge('ada2', 'bob', async () => {
          if (isFirst) await other.boards.merges.merge('ada2', 'ada');
          isFirst = false;
          return () => {};
        });
        expect(events).toBe(0);
        await agree();
        expect(await one.day()).toEqual(MERGED);
      });

      test('is refused in a late process after another one merged them into a third player', async () => {
        let goOn!: () => void;
        let isWaiting!: () => void;
        const held = new Promise<void>((resolve) => (goOn = resolve));
        const waits = new Promise<void>((resolve) => (isWaiting = resolve));
        const late = await Process.start({
          async open() {
            const store = await line.open();
            const revise: PointsStore['revise'] = async (...args) => {
              isWaiting();
              await held;
              return store.revise(...args);
            };
            return new Proxy(store, { get: (inner, name) => (name === 'revise' ? revise : Reflect.get(inner, name)) });
          },
        });
        const merged = late.boards.merges.merge('ada2', 'ada');
        await waits;
        expect(await one.boards.merges.merge('ada2', 'bob')).toBe(5);
        goOn();
        expect(await merged).toBe(0);
        await agree();
        expect(await one.day()).toEqual(['bob 45', 'ada 20']);
      });
    });

    test('a name is only taken once, and the first board only created once', async () => {
      const made = await Promise.allSettled([one, other].map(({ boards }) => boards.editing.make({ ...MAIN, name: 'new' })));
      expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const empty = makeLine();
      const starting = [await Process.start(empty), await Process.start(empty)];
      await Promise.all(starting.map(({ boards }) => ensureBoard(boards, MAIN)));
      expect(await starting[0]!.store.boards()).toHaveLength(1);
      await agree();
    });

    test('a board cannot be archived or removed while an import into it begins elsewhere', async () => {
      await one.boards.editing.make({ ...MAIN, name: 'new' });
      await other.store.catchUp();
      await one.boards.closing.beginImport('new', 'a.csv');
      await expect(other.boards.editing.change('new', { state: 'archived' })).rejects.toThrow('is running');
      await expect(other.boards.editing.remove('new')).rejects.toThrow('is running');
      await one.boards.editing.make({ ...MAIN, name: 'gone' });
      await other.store.catchUp();
      await one.boards.editing.remove('gone');
      await expect(other.boards.closing.beginImport('gone', 'a.csv')).rejects.toMatchObject({ code: 'not-found' });
      await agree();
    });

    test('a day cannot be reopened while an import begins, nor the other way round', async () => {
      await one.send('1', 'ada', 5);
      one.now = other.now = FINAL;
      await one.boards.closing.closeEnded();
      await other.store.catchUp();
      const done = await Promise.allSettled([
        one.boards.closing.reopen(TODAY, 'a mistake'),
        other.boards.closing.beginImport('main', 'history.csv'),
      ]);
      expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(done.find((each) => each.status === 'rejected')!.reason).toMatchObject({ code: 'conflict' });
      await agree();
    });

    test('a day is reopened once, and the second process gets the reason why not', async () => {
      await one.send('1', 'ada', 5);
      one.now = other.now = FINAL;
      await one.boards.closing.closeEnded();
      await other.store.catchUp();
      const done = await Promise.allSettled([one, other].map(({ boards }) => boards.closing.reopen(TODAY, 'a mistake')));
      expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(done.find((each) => each.status === 'rejected')!.reason).toMatchObject({ code: 'conflict' });
    });

    test('all processes have the last catalogue and appearance', async () => {
      const settings = async (each: Process) => ({
        catalogue: each.boards.catalogue,
        appearance: await CurrentAppearance.open(each.store, each.boards),
      });
      const [here, there] = [await settings(one), await settings(other)];
      const catalogue = { ...EMPTY_CATALOGUE, prizes: [{ from: 1, prize: '500 coins' }] };
      await Promise.all([here.catalogue.replace(catalogue), there.appearance.replace({ name: 'Skyline' })]);
      await Promise.all([here.appearance.replace({ name: 'Harbour' }), there.appearance.replace({ name: 'Meadow' })]);
      for (const { store } of [one, other]) await store.catchUp();
      expect(here.appearance.value).toEqual(there.appearance.value);
      for (const each of [here, there]) expect(each.catalogue.value.prizes).toEqual(catalogue.prizes);
      expect((await settings(await Process.start(line))).appearance.value).toEqual(here.appearance.value);
    });
  });

  describe('periods that end', () => {
    test('are closed once, by any process, and the others follow', async () => {
      for (const id of ['1', '2', '3']) await one.send(id, `player ${id}`, 5);
      await one.send('4', 'player 1', 1, NOON - DAY);
      await other.store.catchUp();
      one.now = other.now = FINAL;
      const logged: string[] = [];
      const look = ({ boards }: Process) => closeOnce(boards, (text) => void logged.push(text));
      await Promise.all([look(one), look(other), look(one), look(other)]);
      expect(logged.filter((text) => text.includes('daily'))).toHaveLength(1);
      expect(new Set(logged).size).toBe(logged.length);
      await agree();
    });

    test.each([0, 60])('award each prize once, even with concurrent closings, after %i minutes of review', async (minutes) => {
      const prizes = [
        { period: 'daily', from: 1, prize: 'Cup' },
        { period: 'daily', from: 2, to: 3, prize: 'Coins' },
      ] as const;
      const third = await Process.start(line);
      const all = [one, other, third];
      await one.boards.catalogue.replace({ ...EMPTY_CATALOGUE, prizes: [...prizes] });
      await one.boards.reviews.setReviewMs('main', minutes * MINUTE);
      const lookAt = (now: number) =>
        Promise.all(
          all.map((process) => {
            process.now = now;
            return closeOnce(process.boards, () => {});
          }),
        );
      const expected: string[] = [];
      for (let day = 0; day < 3; day += 1) {
        const at = NOON + day * DAY;
        for (const process of all) process.now = at;
        for (const [i, name] of ['ann', 'bob', 'cyd', 'dan'].entries())
          await all[i % 3]!.send(`${day} ${name}`, name, pointsOf(name, day), at);
        await lookAt(FINAL + day * DAY);
        // The second duplicate is found during review; later it is too late.
        const order = ['ann', 'bob', 'cyd', 'dan'].toSorted((a, b) => pointsOf(b, day) - pointsOf(a, day));
        const left = minutes === 0 ? order : order.filter((name) => name !== order[1]);
        if (minutes > 0) {
          await other.boards.players.setVisibility(order[1]!, { state: 'removed', reason: 'A test' });
          await lookAt(FINAL + day * DAY + minutes * MINUTE);
          await third.boards.players.setVisibility(order[1]!, { state: 'shown' });
        }
        expected.push(...left.slice(0, 3).map((name, i) => `${day} ${i + 1} ${name} ${i === 0 ? 'Cup' : 'Coins'}`));
      }
      await Promise.all(all.map(({ store }) => store.catchUp()));
      const records = await other.store.records(PAYOUT, { limit: 100 });
      const won = records.map(payoutFrom);
      const players = await other.store.players(won.map(({ player }) => player));
      const due = won.map(({ start, rank, prize }, i) => `${(start - TODAY.start) / DAY} ${rank} ${players[i]!.username} ${prize}`);
      expect(due.toSorted()).toEqual(expected.toSorted());
      expect(records.every(({ state }) => state === 'due')).toBe(true);
    });

    test('stay open while an import elsewhere holds them, even before this process knows it', async () => {
      await one.send('1', 'ada', 5);
      await other.store.catchUp();
      one.now = other.now = FINAL;
      await one.boards.imports.begin('main', 'history.csv');
      await other.boards.closing.closeEnded();
      expect(await other.store.latestClosed('main', 'daily')).toBeUndefined();
    });

    test('stay open after a reopening elsewhere, even if the clock is behind', async () => {
      await one.send('1', 'ada', 5);
      one.now = other.now = FINAL;
      await one.boards.closing.closeEnded();
      one.now = FINAL + 5000;
      await one.boards.closing.reopen(TODAY, 'a mistake');
      await other.boards.closing.closeEnded();
      await other.store.catchUp();
      await other.boards.closing.closeEnded();
      expect(await other.store.latestClosed('main', 'daily')).toBeUndefined();
      other.now = FINAL + 5000 + REOPENED_MS;
      await other.boards.closing.closeEnded();
      expect(await other.store.latestClosed('main', 'daily')).toBe(TODAY.start);
    });

    test('close with the current order, not the one from before they were reopened', async () => {
      await one.send('1', 'ada', 5);
      await one.send('2', 'bob', 3);
      one.now = other.now = FINAL;
      await one.boards.closing.closeEnded();
      await one.boards.closing.reopen(TODAY, 'a mistake');
      await other.boards.revisions.revise(other.boards.board('main'), '1', 'void', 'a bot');
      one.now = other.now = FINAL + REOPENED_MS;
      await Promise.all([one.boards.closing.closeEnded(), other.boards.closing.closeEnded()]);
      await agree();
      expect(await one.day()).toEqual(['bob 3']);
    });

    test('do not appear open in a process that reads their order while they close elsewhere', async () => {
      await one.send('1', 'ada', 5, NOON);
      one.now = other.now = FINAL;
      // Just started, so it only has the orders of the next day.
      other = await Process.start(line);
      other.now = FINAL;
      const looks = Array.from({ length: 10 }, () => other.ranks());
      await one.boards.closing.closeEnded();
      await Promise.all([other.store.catchUp(), ...looks]);
      expect(await other.ranks()).toMatchObject([{ closed: true, ranks: ['1 ada 5'] }, { closed: false }]);
    });
  });

  test('of two processes that replace the same version, one succeeds and the other gets the current value', async () => {
    const seen: unknown[] = [];
    const unless = (read: unknown) => (kept: unknown) => {
      seen.push(kept);
      if (!isDeepStrictEqual(kept, read)) throw new Error('overtaken');
    };
    const bothDo = async (act: (process: Process, place: number) => Promise<unknown>) => {
      const outcomes = await Promise.allSettled([one, other].map(act));
      return outcomes.map(({ status }) => status).toSorted();
    };
    const ONE = ['fulfilled', 'rejected'];
    for (let i = 0; i < 5; i += 1) {
      await other.store.catchUp();
      await one.store.catchUp();
      const privacy = one.boards.privacy.value;
      const changed = privacy.events === 'all' ? ({ events: 'none' } as const) : ({ events: 'all' } as const);
      expect(await bothDo(({ boards }) => boards.privacy.replace(changed, unless(privacy)))).toEqual(ONE);
      expect(seen.at(-1)).toEqual(changed);
      await other.store.catchUp();
      await one.store.catchUp();
      const board = one.boards.board('main');
      expect(await bothDo(({ boards }, place) => boards.editing.change('main', { title: `${i} ${place}` }, unless(board)))).toEqual(ONE);
      await other.store.catchUp();
      await one.store.catchUp();
      const before = one.boards.reviews.reviewMs('main');
      expect(await bothDo(({ boards }) => boards.reviews.setReviewMs('main', before + MINUTE, unless(before)))).toEqual(ONE);
    }
  });

  test('of two operators who create a private and a public board with one name, one succeeds, with its visibility', async () => {
    for (let i = 0; i < 8; i += 1) {
      const name = `twice${i}`;
      const visibilities = i % 2 === 0 ? (['private', 'public'] as const) : (['public', 'private'] as const);
      const outcomes = await Promise.allSettled(
        [one, other].map(({ boards }, place) => boards.editing.make({ ...MAIN, name }, { visibility: visibilities[place] })),
      );
      const made = outcomes.flatMap(({ status }, place) => (status === 'fulfilled' ? [visibilities[place]] : []));
      expect(made).toHaveLength(1);
      for (const { store, boards } of [one, other]) {
        await store.catchUp();
        expect(boards.visibility.of(name)).toBe(made[0]);
      }
    }
    await agree();
  });

  test('a starting process includes concurrent changes by others, at any moment', async () => {
    await one.send('1', 'ada', 5);
    const here = await CurrentAppearance.open(one.store, one.boards);
    for (let turns = 0; turns < 30; turns += 1) {
      const store = await line.open();
      await one.boards.players.setVisibility('ada', { state: turns % 2 === 0 ? 'hidden' : 'shown' });
      await one.boards.editing.change('main', { title: `Title ${turns}` });
      await here.replace({ name: `Name ${turns}` });
      const starting = (async () => {
        const waiting = waitingStore(store);
        const boards = await LiveBoards.open(waiting, { clock: () => NOON, graceMs: MINUTE });
        return { boards, look: await CurrentAppearance.open(waiting, boards) };
      })();
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      await store.catchUp();
      const { boards, look } = await starting;
      expect([...boards.players.absences]).toEqual([...one.boards.players.absences]);
      expect(boards.board('main').title).toBe(`Title ${turns}`);
      expect(boards.changes.mark()).toBe(one.boards.changes.mark());
      expect(look.value).toEqual(here.value);
    }
  });

  // oxlint-disable-next-line vitest/expect-expect -- `agree` expects
  test('any actions of several processes leave all of them in agreement', async () => {
    const command = fc.record({
      isFirst: fc.boolean(),
      waits: fc.boolean(),
      does: fc.constantFrom(
        'send',
        'send',
        'send',
        'void',
        'restore',
        'hide',
        'show',
        'close',
        'reopen',
        'import',
        'end',
        'catch up',
        'title',
        'look',
      ),
      which: fc.nat({ max: 5 }),
      day: fc.nat({ max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 60 }), async (commands) => {
        await begin();
        // The clocks are two seconds apart.
        other.now += 2000;
        let sent = 0;
        const doing: Promise<unknown>[] = [];
        for (const { isFirst, waits, does, which, day } of commands) {
          const each = isFirst ? one : other;
          const { boards } = each;
          const at = NOON - day * DAY;
          const done = async (): Promise<unknown> => {
            switch (does) {
              case 'send':
                return each.send(`event ${(sent += 1) % 25}`, `player ${(sent % 25) % 6}`, 1 + which, at);
              case 'void':
              case 'restore':
                return boards.revisions.revise(boards.board('main'), `event ${which}`, does, 'a reason');
              case 'hide':
                return boards.players.setVisibility(`player ${which}`, { state: 'hidden' });
              case 'show':
                return boards.players.setVisibility(`player ${which}`, { state: 'shown' });
              case 'close':
                one.now += MINUTE;
                other.now += MINUTE;
                return boards.closing.closeEnded();
              case 'reopen':
                return boards.closing.reopen({ ...TODAY, start: TODAY.start - DAY }, 'a reason');
              case 'import':
                return boards.closing.beginImport('main', `file ${which}`);
              case 'end':
                return boards.imports.end(boards.imports.list()[which]?.id ?? 'none');
              case 'title':
                return boards.editing.change('main', { title: `Title ${which}` });
              case 'look':
                return each.ranks(at);
              case 'catch up':
                return each.store.catchUp();
            }
          };
          const settled = done().catch((error: unknown) => {
            // Refusals are problems; anything else is a bug.
            if (!(error instanceof Error) || error.constructor.name !== 'Problem') throw error;
          });
          doing.push(settled);
          if (waits) await settled;
        }
        await Promise.all(doing);
        await agree();
      }),
      { numRuns: Math.ceil(60 * share) },
    );
  });
});
