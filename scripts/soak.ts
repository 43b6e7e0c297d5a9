// `npm run soak`: long-running trials of the live edition, one after another, with their figures beside their limits. Parts can be named:
// npm run soak -- kill periods
// Exits with 1 if a limit is missed, with 2 if none is but something could not be tried here.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { liveBuildFolder, openLiveBuild } from '../src/main/serve/live-build.ts';
import { createLivePages } from '../src/main/serve/live-pages.ts';
import { createSharedCards } from '../src/main/serve/shared-cards.ts';
import { OWN_LOOK } from '../src/server/appearance/site-look.ts';
import { Drawing } from '../src/server/pictures/drawing.ts';
import { openStaticFiles } from '../src/server/http/static-files.ts';
import { createStoreSource } from '../src/server/answers/store-source.ts';
import { contend } from '../tests/cluster/contending-writers.ts';
import { crowdOf } from '../tests/cluster/crowd.ts';
import { startReplicated } from '../tests/cluster/databases/replicas.ts';
import { standStill, stopInCommit } from '../tests/cluster/standing-still.ts';
import { startTrialCluster, type TrialCluster } from '../tests/cluster/trial-cluster.ts';
import { killDatabase, killProcess, type Trouble, troubleUnderLoad } from '../tests/cluster/trouble.ts';
import { attackWithPublicKey } from '../tests/live/play-attack.ts';
import { backUpUnderLoad } from '../tests/live/backup-under-load.ts';
import { eraseAndSearch } from '../tests/live/erasure.ts';
import { besideGreedyCaller } from '../tests/live/greedy-caller.ts';
import { GREEDY_WAYS } from '../tests/live/greedy-ways.ts';
import { holdHalfOpen } from '../tests/live/half-open.ts';
import { searchForSeeds } from '../tests/live/future-seeds.ts';
import { hostilePages } from '../tests/live/hostile-pages.ts';
import { hostileRequests } from '../tests/live/hostile-requests.ts';
import { killRounds } from '../tests/live/kill-rounds.ts';
import { settlementKills } from '../tests/live/settlement-kills.ts';
import { playKills } from '../tests/live/play-kills.ts';
import { powerCuts } from '../tests/live/power-cut.ts';
import { pushCuts } from '../tests/live/push-cuts.ts';
import { readerKills } from '../tests/live/reader-kills.ts';
import { type ShutdownFigures, shutDownUnderLoad } from '../tests/live/shutdown.ts';
import { simulateDays, type SimulatedFigures, TRIAL_ZONES } from '../tests/live/simulated-days.ts';
import { seeded } from '../tests/seeded.ts';
import { startTrialServer } from '../tests/live/trial-server.ts';
import { whyNotTraceable } from '../tests/live/write-trace.ts';
import { atLeast, atMost, type Figure, milliseconds, quantile, shownOnly } from './bench/figure.ts';
import { chosenParts, measureParts } from './bench/measure-parts.ts';
import { NODE, ROOT } from './tools/child-process.ts';
import { buildIfStale } from './build/stale.ts';

const KILLS = 100;
/** How often a process is killed while it closes, reviews and settles days, and over how many days. */
const SETTLEMENT_KILLS = 200;
const SETTLEMENT_DAYS = 300;
/** How often a process is killed while plays end, and the number of URLs searched for seeds of future periods. */
const PLAY_KILLS = 200;
const SEED_ADDRESSES = 3_000;
/** How often the power is cut, and the number of commits recorded: more than the log holds. */
const POWER_CUTS = 50;
const COMMITS = 700;
/** The number of URLs checked for traces of an erased player. */
const ERASED_ADDRESSES = 3_000;
/** The number of events in a backup under load. */
const BACKED_UP_EVENTS = 1_000_000;
/** The number of plays an attacker begins with a public key. */
const ATTACK_PLAYS = 10_000;
const DAYS = 400;
/** The number of histories per board and zone, and the approximate number of hours between events. */
const LIVES = 3;
const HOURS_BETWEEN = 4;
const CUTS = 1_000;
const LISTENERS = 50;
const DEAF = 200;
const HOSTILE = 20_000;
/** Idle connections from one address, the server's descriptors, and how often other addresses send requests meanwhile. */
const HALF_OPEN = 1_300;
const OPEN_FILES = 1_024;
const PROBES = 300;
const STOPS = 10;
/** How often a reader thread is ended. */
const READER_KILLS = 100;
/** Threads of the servers, unless LAURELS_THREADS is set: two readers to be ended, or one thread for each core. */
const threads = (count: number) => ({ LAURELS_LOG: 'error', LAURELS_THREADS: process.env['LAURELS_THREADS'] ?? String(count) });
/** Connections of one greedy caller, and how often other callers post and send requests meanwhile. */
const GREEDY = 50;
const BESIDE_GREEDY = 2_000;
/** How often each trouble happens to several processes on PostgreSQL. */
const TROUBLES: readonly (readonly [trouble: Trouble, times: number])[] = [
  [killProcess, 60],
  [killDatabase, 20],
  [stopInCommit, 5],
];
/** How often the primary is lost in each way, and its replica takes over. */
const FAILOVERS = [
  ['killed', 20],
  ['silent', 10],
] as const;
/** How often a process stalls before and while holding the commit lock, and for how long, in milliseconds. */
const STILL_TIMES = 2;
const STILL_MS = 60_000;
/** Events that three processes write to one board. */
const CONTENDED = 100_000;
/** Visitors who switch between processes, how often points arrive, and the minimum duration, in milliseconds. */
const CROWD = 1000;
const ROUNDS = 20;
const ROUND_MS = 3000;

const PARTS = {
  kill,
  settlement,
  plays,
  power,
  backup,
  erasure,
  attack,
  periods,
  push,
  connections,
  readers,
  greedy,
  hostile,
  pages,
  stop,
  disk,
  cluster,
  failover,
  still,
  writers,
  crowd,
};

/** A figure that must be zero; prints the first few cases. */
function none(what: string, happened: readonly string[]): Figure {
  for (const each of happened.slice(0, 10)) console.log(`  ${each}`);
  return count(what, happened.length);
}

function count(what: string, value: number): Figure {
  return atMost({ what, value, limit: 0, show: String });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-soak-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function kill(): Promise<Figure[]> {
  const seed = Date.now() % 2 ** 31;
  const figures = await inFolder((folder) => killRounds(folder, KILLS, seed));
  return [
    shownOnly(`events acknowledged before ${KILLS} kills, seed ${seed}`, figures.acknowledged.toLocaleString('en')),
    count('acknowledged and lost', figures.lost),
    count('stored twice', figures.duplicates),
    none('totals that are not what the ledger adds up to', figures.differences),
    atMost({ what: 'slowest start after a kill', value: figures.slowestStart, limit: 5_000, show: milliseconds }),
  ];
}

async function plays(): Promise<Figure[]> {
  const seed = Date.now() % 2 ** 31;
  const figures = await inFolder((folder) => playKills(folder, PLAY_KILLS, seed));
  const { addresses, present, revealed } = await searchForSeeds(SEED_ADDRESSES);
  return [
    shownOnly(`plays that ended around ${PLAY_KILLS} kills, seed ${seed}`, figures.plays.toLocaleString('en')),
    atLeast({ what: 'of them, sent and not answered', value: figures.unanswered, limit: PLAY_KILLS, show: String }),
    atLeast({ what: 'of them, counted before the kill', value: figures.counted, limit: 1, show: String }),
    none('plays that do not count once', figures.wrong),
    atLeast({ what: 'addresses searched for seeds of the future', value: addresses, limit: SEED_ADDRESSES, show: String }),
    atLeast({ what: 'of them, with a seed of the present', value: present, limit: 1, show: String }),
    none('answers with a seed of the future', revealed),
  ];
}

async function backup(): Promise<Figure[]> {
  const figures = await inFolder((folder) => backUpUnderLoad(folder, BACKED_UP_EVENTS));
  return [
    shownOnly('events recorded while a backup was made', figures.recordedMeanwhile.toLocaleString('en')),
    shownOnly('of it, the backup', milliseconds(figures.backupMs)),
    atMost({
      what: `a backup of ${figures.events.toLocaleString('en')} events under load, and its restoring`,
      value: figures.backupMs + figures.restoreMs,
      limit: 60_000,
      show: milliseconds,
    }),
    count('acknowledged before the backup and not restored', figures.lost),
    none('differences in what was restored', figures.differences),
  ];
}

async function erasure(): Promise<Figure[]> {
  await buildIfStale('live');
  const build = await openLiveBuild(liveBuildFolder(process.env));
  const figures = await inFolder((folder) => eraseAndSearch({ folder, build, addresses: ERASED_ADDRESSES }));
  return [
    atLeast({ what: 'addresses asked about an erased player', value: figures.addresses, limit: 2_000, show: String }),
    shownOnly('files searched, a backup and the log among them', String(figures.places)),
    atLeast({ what: 'places with their names before they were erased', value: figures.before.length, limit: 10, show: String }),
    none('traces of them', figures.traces),
    none('points and ranks that changed', figures.changed),
  ];
}

async function settlement(): Promise<Figure[]> {
  const seed = Date.now() % 2 ** 31;
  const { due, wrong, differences } = await inFolder((folder) => settlementKills(folder, SETTLEMENT_KILLS, SETTLEMENT_DAYS, seed));
  return [
    shownOnly(`prizes due after ${SETTLEMENT_KILLS} kills, seed ${seed}`, due.toLocaleString('en')),
    none('prizes that are missing, due twice, or due to somebody else', wrong),
    none('totals that are not what the ledger adds up to', differences),
  ];
}

async function attack(): Promise<Figure[]> {
  const seed = Date.now() % 2 ** 31;
  const { plays, answers, budget, hours, wrong, left, voided } = await attackWithPublicKey(ATTACK_PLAYS, seed);
  const most = (of: 'everybody' | 'player') => Math.max(...hours.map((hour) => hour[of]));
  for (const [what, times] of answers) console.log(`  ${what}, ${times.toLocaleString('en')} times`);
  const points = (value: number) => value.toLocaleString('en');
  return [
    shownOnly(`plays begun, seed ${seed}`, plays.toLocaleString('en')),
    atMost({ what: 'points gained by everybody in a clock hour', value: most('everybody'), limit: budget.everybody!, show: points }),
    atMost({ what: 'points gained by one player in a clock hour', value: most('player'), limit: budget.player!, show: points }),
    none('what should have counted for nothing, and did not fail as it should', wrong),
    shownOnly('events voided by one act', voided.toLocaleString('en')),
    atMost({ what: 'points left afterwards', value: left, limit: 0, show: points }),
  ];
}

async function power(): Promise<Figure[]> {
  const why = whyNotTraceable();
  if (why !== undefined) return [{ what: 'power cuts', measured: why, limit: 'nothing lost', verdict: 'not measured' }];
  const seed = Date.now() % 2 ** 31;
  const figures = await inFolder((folder) => powerCuts(folder, COMMITS, POWER_CUTS, seed));
  return [
    shownOnly(`acknowledged before ${POWER_CUTS} power cuts, seed ${seed}`, figures.acknowledged.toLocaleString('en')),
    count('acknowledged and lost', figures.lost),
    count('stored twice', figures.twice),
    none('not opened, stored in part, or other totals than the ledger adds up to', figures.differences),
    atLeast({
      what: 'checkpoints recorded: two when it is closed, and those in between',
      value: figures.checkpoints,
      limit: 3,
      show: String,
    }),
    atLeast({ what: 'cuts that lose something without the last flush', value: figures.control, limit: POWER_CUTS / 2, show: String }),
  ];
}

async function periods(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const first = Date.now() % 1_000_000;
  for (const timeZone of TRIAL_ZONES) {
    const lives: SimulatedFigures[] = [];
    for (let seed = first; seed < first + LIVES; seed += 1) lives.push(await simulateDays(timeZone, DAYS, seed, HOURS_BETWEEN));
    const sum = (figure: 'events' | 'closed' | 'slept') => lives.reduce((total, life) => total + life[figure], 0).toLocaleString('en');
    figures.push(
      shownOnly(`${timeZone}: ${LIVES} times ${DAYS} days`, `${sum('events')} events, ${sum('closed')} closed, ${sum('slept')} days slept`),
      none(
        `${timeZone}: closed twice, out of order, wrong or changed`,
        lives.flatMap(({ wrong }, i) => wrong.map((each) => `${timeZone}, seed ${first + i}: ${each}`)),
      ),
    );
  }
  return figures;
}

async function push(): Promise<Figure[]> {
  const seed = Date.now() % 2 ** 31;
  const server = await startTrialServer();
  try {
    const { cuts, events, told, slowest, stale } = await pushCuts(server, CUTS, LISTENERS, DEAF, seed);
    return [
      shownOnly(
        `${cuts} cuts, ${DEAF} connections that never read, seed ${seed}`,
        `${events.toLocaleString('en')} events, told ${told} times`,
      ),
      none('clients that show something else than the server has', stale),
      atMost({ what: 'slowest to show what is, once back', value: slowest, limit: 1_000, show: milliseconds }),
      none('failures logged', server.logged),
    ];
  } finally {
    await server.discard();
  }
}

async function connections(): Promise<Figure[]> {
  const { held, closed, unanswered, livezP99, postP99 } = await inFolder((folder) => holdHalfOpen(folder, OPEN_FILES, HALF_OPEN, PROBES));
  return [
    shownOnly(`half-open connections of one address, ${OPEN_FILES.toLocaleString('en')} descriptors`, `${held} held, ${closed} closed`),
    count('probes and posts of others that were not answered', unanswered),
    atMost({ what: '/livez for others, p99', value: livezP99, limit: 200, show: milliseconds }),
    atMost({ what: 'posts of others, p99', value: postP99, limit: 200, show: milliseconds }),
  ];
}

async function readers(): Promise<Figure[]> {
  const seed = Date.now() % 2 ** 31;
  const env = threads(3);
  const { acknowledged, again, looks, faults, differences, livez } = await inFolder((folder) =>
    readerKills(folder, READER_KILLS, seed, env),
  );
  const answered = livez.filter((ms) => ms < Infinity);
  return [
    shownOnly(
      `${READER_KILLS} reader threads ended, ${env.LAURELS_THREADS} threads, seed ${seed}`,
      `${acknowledged.toLocaleString('en')} events acknowledged, ${again} sent again, ${looks.toLocaleString('en')} looks`,
    ),
    none('answers nobody should get, or points not shown to who posted them', faults),
    none('lost, counted twice, told in two ways, or other totals than the ledger adds up to', differences),
    shownOnly('probes of /livez that met a thread as it ended', `${livez.length - answered.length} of ${livez.length}`),
    atMost({ what: '/livez meanwhile, p99', value: quantile(answered, 0.99), limit: 50, show: milliseconds }),
  ];
}

async function greedy(): Promise<Figure[]> {
  await buildIfStale('live');
  const env = threads(Math.max(2, availableParallelism()));
  const figures: Figure[] = [];
  for (const way of GREEDY_WAYS) {
    const { posts, livez } = await inFolder((folder) => besideGreedyCaller(folder, way, GREEDY, BESIDE_GREEDY, env));
    figures.push(
      atMost({ what: `posts of others, ${way}: p99`, value: quantile(posts, 0.99), limit: 100, show: milliseconds }),
      atMost({ what: `/livez for others, ${way}: p99`, value: quantile(livez, 0.99), limit: 50, show: milliseconds }),
    );
  }
  return [shownOnly('one caller', `${GREEDY} connections, ${env.LAURELS_THREADS} threads`), ...figures];
}

async function hostile(): Promise<Figure[]> {
  const server = await startTrialServer();
  const seed = Date.now() % 2 ** 31;
  try {
    const { requests, accepted, faults, differences, logged } = await hostileRequests(server, HOSTILE, seed);
    return [
      shownOnly(`hostile requests, seed ${seed}`, `${requests.toLocaleString('en')}, ${accepted.toLocaleString('en')} of them valid`),
      none('answers that are our fault, tell of the inside or explain nothing', faults),
      none('stored and refused, or accepted and not stored', differences),
      none('failures logged', logged),
    ];
  } finally {
    await server.discard();
  }
}

async function pages(): Promise<Figure[]> {
  await buildIfStale('live');
  const build = await openLiveBuild(liveBuildFolder(process.env));
  const drawing = new Drawing(build.fonts);
  const server = await startTrialServer(
    {},
    {
      pages: (boards) => {
        const source = createStoreSource(boards);
        const revision = () => boards.changes.mark();
        const pages = createLivePages({
          build,
          source,
          look: () => OWN_LOOK,
          origin: undefined,
          revision,
          log: () => {},
        });
        return createSharedCards(
          {
            source,
            playerCard: build.playerCard,
            boardCard: build.boardCard,
            look: () => '',
            draw: (card) => drawing.draw({ ...card, brand: OWN_LOOK.brand }),
          },
          pages,
        );
      },
      files: openStaticFiles(build.files),
      build: liveBuildFolder(process.env),
      draw: (picture) => drawing.draw(picture),
    },
  );
  const seed = Date.now() % 2 ** 31;
  try {
    await server.post({ id: '1', username: 'ada', points: 1 });
    const { requests, slowest, slowestOf, faults } = await hostilePages(server.port, HOSTILE / 4, seed);
    return [
      shownOnly(`hostile requests for pages, seed ${seed}`, requests.toLocaleString('en')),
      none('answers that are our fault, tell of the inside or run a script', faults),
      atMost({ what: 'slowest answer', value: slowest, limit: 1_000, show: milliseconds, note: slowestOf.slice(0, 40) }),
      none('failures logged', server.logged),
    ];
  } finally {
    await server.discard();
  }
}

async function stop(): Promise<Figure[]> {
  const stops: ShutdownFigures[] = [];
  for (let i = 0; i < STOPS; i += 1) stops.push(await inFolder((folder) => shutDownUnderLoad(folder, i === 0)));
  const sum = (figure: 'acknowledged' | 'lost' | 'unanswered' | 'broken' | 'letIn') =>
    stops.reduce((total, each) => total + each[figure], 0);
  const [stuck, ...others] = stops.map(({ duration }) => duration);
  return [
    shownOnly(`events acknowledged before ${STOPS} stops`, sum('acknowledged').toLocaleString('en')),
    count('acknowledged and lost', sum('lost')),
    count('stored and not answered', sum('unanswered')),
    count('taken and not answered', sum('broken')),
    count('connections taken afterwards', sum('letIn')),
    count('exit codes other than 0', stops.filter(({ exitCode }) => exitCode !== 0).length),
    atMost({ what: 'slowest stop', value: Math.max(...others), limit: 10_000, show: milliseconds }),
    atMost({ what: 'stop with a client that never finishes', value: stuck ?? Number.NaN, limit: 10_000, show: milliseconds }),
  ];
}

async function cluster(): Promise<Figure[]> {
  const chance = seeded(Date.now() % 2 ** 31);
  const troubles = TROUBLES.flatMap(([trouble, times]) => Array.from({ length: times }, () => ({ trouble, turn: chance() })));
  const trialled = await startTrialCluster();
  try {
    return await troubled(
      'processes or the database killed, or stopped in a commit',
      trialled,
      troubles.toSorted((a, b) => a.turn - b.turn).map(({ trouble }) => trouble),
    );
  } finally {
    await trialled.discard();
  }
}

async function failover(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [lost, times] of FAILOVERS) {
    const replicated = await startReplicated();
    try {
      const trialled = await startTrialCluster({ database: replicated.primary, address: replicated.address });
      try {
        const troubles = Array.from({ length: times }, () => replicated.failOver(lost));
        figures.push(...(await troubled(`failovers from a server that is ${lost}, to a synchronous replica`, trialled, troubles)));
      } finally {
        await trialled.discard();
      }
    } finally {
      await replicated.discard();
    }
  }
  return figures;
}

async function writers(): Promise<Figure[]> {
  const seed = Date.now() % 2 ** 31;
  const trialled = await startTrialCluster();
  try {
    const { stored, repeated, contested, tookMs, faults, differences } = await contend(trialled, CONTENDED, seed);
    return [
      shownOnly(
        `three processes on one board, seed ${seed}`,
        `${stored.toLocaleString('en')} events in ${Math.round(tookMs / 1000)} s, ${repeated.toLocaleString('en')} sent twice, ${contested} with another content`,
      ),
      none('answered in another way than the order of the ledger says', faults),
      none('not counted once, or other totals than the ledger adds up to', differences),
    ];
  } finally {
    await trialled.discard();
  }
}

async function crowd(): Promise<Figure[]> {
  const seed = Date.now() % 2 ** 31;
  const trialled = await startTrialCluster();
  try {
    const { answers, refusals, toldAfterMs, shownAfterMs, faults, differences } = await crowdOf(trialled, {
      visitors: CROWD,
      games: 2,
      rounds: ROUNDS,
      everyMs: ROUND_MS,
      seed,
    });
    return [
      shownOnly(
        `${CROWD} visitors between three processes, seed ${seed}`,
        `${answers.toLocaleString('en')} rankings shown, ${refusals} asked for again`,
      ),
      none('went back in time, or not known to their poster', faults),
      none('lost, counted twice, or other totals than the ledger adds up to', differences),
      atMost({
        what: 'from an event to the slowest page that is told of it',
        value: quantile(toldAfterMs, 1),
        limit: 1_000,
        show: milliseconds,
        note: spread(toldAfterMs),
      }),
      shownOnly(
        'from an event to the page that shows it: all ask at once',
        `${spread(shownAfterMs)}, slowest ${milliseconds(quantile(shownAfterMs, 1))}`,
      ),
    ];
  } finally {
    await trialled.discard();
  }
}

function spread(timesMs: readonly number[]): string {
  return `half within ${milliseconds(quantile(timesMs, 0.5))}, 99 % within ${milliseconds(quantile(timesMs, 0.99))}`;
}

async function still(): Promise<Figure[]> {
  const wentOnAfterMs: number[] = [];
  const wentOn = (afterMs: number) => void wentOnAfterMs.push(afterMs);
  const troubles = Array.from({ length: STILL_TIMES }, () => [
    standStill({ lock: 'before', stillMs: STILL_MS, wentOn }),
    standStill({ lock: 'with', stillMs: STILL_MS, wentOn }),
  ]).flat();
  const trialled = await startTrialCluster();
  try {
    return [
      ...(await troubled('processes stopped in a commit for a minute', trialled, troubles)),
      atMost({ what: 'slowest of the others to go on', value: Math.max(...wentOnAfterMs), limit: 5_000, show: milliseconds }),
    ];
  } finally {
    await trialled.discard();
  }
}

async function troubled(what: string, trialled: TrialCluster, troubles: readonly Trouble[]): Promise<Figure[]> {
  const seed = Date.now() % 2 ** 31;
  const { acknowledged, retries, answers, slowestMs, faults, differences } = await troubleUnderLoad(
    trialled,
    { games: 8, visitors: 20, seed },
    troubles,
  );
  return [
    shownOnly(
      `${troubles.length} ${what}, seed ${seed}`,
      `${acknowledged.toLocaleString('en')} events acknowledged, ${retries.toLocaleString('en')} sent again, ${answers.toLocaleString('en')} rankings shown`,
    ),
    none('went back in time, not known to their poster, or answered in two ways', faults),
    none('lost, counted twice, or other totals than the ledger adds up to', differences),
    atMost({ what: 'slowest process to be right again', value: slowestMs, limit: 5_000, show: milliseconds }),
  ];
}

async function disk(): Promise<Figure[]> {
  const { status, stdout, stderr } = spawnSync(NODE, ['tests/live/disk-full.ts'], { cwd: ROOT, encoding: 'utf8' });
  const said = stdout.trim().split('\n').at(-1) ?? '';
  const what = 'a disk that fills up and is given room again';
  if (status === 2) return [{ what, measured: said, limit: 'nothing lost', verdict: 'not measured' }];
  if (status !== 0) console.log(stderr.trim());
  return [{ what, measured: status === 0 ? said : 'failed', limit: 'nothing lost', verdict: status === 0 ? 'ok' : 'over' }];
}

try {
  const chosen = chosenParts(Object.keys(PARTS) as (keyof typeof PARTS)[], process.argv.slice(2));
  process.exitCode = await measureParts(new Map(chosen.map((name) => [name, PARTS[name]])));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
