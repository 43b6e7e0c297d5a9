// The map of `src`: which room may import which. The linter's rules are made from it (`oxlint.config.ts`), and
// `tests/boundaries.test.ts` plants every import that it does not allow.
import { posix } from 'node:path';

/** A folder of source files. Whatever of `src` a room does not list, its files may not import. */
export interface Room {
  /** Below `src`. */
  readonly folder: string;
  /** What is in it, as one sentence that the linter says to whoever imports too much. */
  readonly holds: string;
  /** Rooms it may import, by folder. A layer stands for all its rooms, `x/*` for the rooms below `x`. */
  readonly uses: readonly string[];
}

/** Packages and modules of Node that the rooms of a layer may not import. */
export interface PackageRule {
  readonly layer: string;
  /** Of the names that are refused. */
  readonly refused: string;
  readonly because: string;
}

const room = (folder: string, holds: string, ...uses: readonly string[]): Room => ({ folder, holds, uses });

/** Every folder of `src` that holds code, from the ground up: a room uses rooms above it in this list, and none below. */
export const ROOMS: readonly Room[] = [
  room('domain/search', 'how texts are found'),
  room('domain/colour', 'colours as people see them, and which of them are told apart'),
  room('domain/names', 'what a name may be, and which two are one player'),
  room('domain/highlights', 'what is worth telling of a board beside its ranks'),
  room('domain/history', 'what periods that are over add up to'),
  room('domain/units', 'what a board counts, and how its totals are written'),
  room('domain', 'what is always true: it imports nothing but itself', 'domain/search'),
  room('domain/earning', 'what can be earned, and plans of it', 'domain'),

  room('contract/parts', 'what schemas are made of: texts, and parts of answers', 'domain'),
  room('contract/operation', 'what operators ask for and are answered', 'contract/parts', 'domain'),
  room('contract', 'what web and server agree on, so it can know neither', 'contract/parts', 'contract/operation', 'domain'),
  room('sample', 'data that answers the contract’s questions; it knows no page and no server', 'contract', 'domain'),
  room('remote', 'the contract’s endpoints and questions over HTTP; it knows no page and nothing inside a server', 'contract', 'domain'),

  room('server/http', 'HTTP as such: it knows no board', 'contract'),
  room('server/store', 'what a database must do, whichever it is', 'contract', 'domain'),
  room('server/store/memory', 'how plain arrays do it', 'server/store', 'domain/names', 'domain/search', 'domain'),
  room(
    'server/store/held',
    'what every database holds in its rows and in memory, whichever it is',
    'server/store',
    'domain/names',
    'domain',
  ),
  room(
    'server/store/sqlite/rows',
    'how values lie in tables of SQLite: questions, checksums, blocks',
    'server/store',
    'server/store/held',
    'domain',
  ),
  room(
    'server/store/sqlite/file',
    'the database as a file: its schema, opening and upgrading it, locking its folder, committing',
    'server/store',
    'server/store/held',
    'server/store/sqlite/rows',
    'domain/names',
    'domain',
  ),
  room('server/store/sqlite/audit', 'proving what is kept', 'server/store', 'server/store/held', 'server/store/sqlite/rows', 'domain'),
  room(
    'server/store/sqlite',
    'how SQLite does it',
    'server/store',
    'server/store/held',
    'server/store/sqlite/rows',
    'server/store/sqlite/file',
    'server/store/sqlite/audit',
    'contract',
    'domain',
  ),
  room('server/store/postgres/database', 'the database itself: its address, connections and schema', 'server/store'),
  room(
    'server/store/postgres/memory',
    'what each process remembers of the database, and the log that it follows',
    'server/store',
    'server/store/held',
    'server/store/postgres/database',
    'domain/names',
    'domain',
  ),
  room(
    'server/store/postgres',
    'how PostgreSQL does it',
    'server/store',
    'server/store/held',
    'server/store/postgres/database',
    'server/store/postgres/memory',
    'domain/names',
    'domain',
  ),
  room('server/ranking', 'orders in memory: nothing here reads or writes', 'server/store', 'contract', 'domain'),
  room(
    'server/operation',
    'what an operator’s folder, database and environment say',
    'server/http',
    'server/store',
    'server/store/postgres/database',
    'contract',
    'domain',
  ),
  room(
    'server/data',
    'all that is kept, opened wherever it is',
    'server/operation',
    'server/store',
    'server/store/sqlite',
    'server/store/postgres',
  ),
  room('server/pictures', 'drawn pictures: of players, of the site, and its icons', 'contract', 'domain'),
  room(
    'server/boards/orders',
    'who stands where in a period that goes on, in one that is closed, at a moment that is over',
    'server/http',
    'server/store',
    'server/ranking',
    'contract',
    'domain',
  ),
  room(
    'server/boards',
    'boards that live: taking points, closing, hiding, reading',
    'server/http',
    'server/store',
    'server/ranking',
    'server/operation',
    'server/boards/orders',
    'contract',
    'domain',
  ),
  room(
    'server/appearance',
    'which game the site is for: kept, and as it is shown',
    'server/http',
    'server/store',
    'server/pictures',
    'server/boards',
    'contract',
    'domain',
  ),
  room(
    'server/answers',
    'a question in, an answer of the contract out',
    'server/http',
    'server/store',
    'server/boards/orders',
    'server/boards',
    'contract',
    'domain',
  ),
  room(
    'server/acts',
    'what an operator does about mistakes and imports, and is told of it',
    'server/http',
    'server/boards',
    'server/answers',
    'contract',
    'domain',
  ),
  room(
    'server/api',
    'the endpoint table over HTTP',
    'server/http',
    'server/store',
    'server/operation',
    'server/boards',
    'server/appearance',
    'server/answers',
    'server/acts',
    'contract',
    'domain',
  ),

  room('web/styles', 'the design as tokens'),
  room('web/ui', 'primitives and formats that know no board', 'contract', 'domain'),
  room('web/address', 'the address as state', 'contract', 'domain'),
  room('web/board/bib', 'a player’s bib', 'web/ui', 'contract', 'domain'),
  room('web/board/track', 'distances to scale'),
  room('web/board', 'podium and table of both editions', 'web/board/bib', 'web/board/track', 'web/ui', 'web/address', 'contract', 'domain'),
  room('web/parts', 'cards that both editions show', 'web/board', 'web/ui', 'web/address', 'web/board/bib', 'contract', 'domain'),
  room('web/beside', 'what stands beside a board in both editions', 'web/board/bib', 'web/ui', 'web/address', 'contract', 'domain'),
  room('web/site/theme', 'what a visitor chooses for this browser: the theme, the search key', 'web/ui', 'contract', 'domain'),
  room('web/site/header', 'the header of every page', 'web/ui', 'web/address', 'web/site/theme', 'contract', 'domain'),
  room('web/site', 'the frame of every page', 'web/ui', 'web/address', 'web/site/header', 'web/site/theme', 'contract', 'domain'),
  room('web/boot', 'what runs before the pages do', 'web/site/theme', 'contract', 'domain'),
  room(
    'web/sample',
    'the pages of the sample edition; the live edition shares nothing with them',
    'web/site',
    'web/parts',
    'web/beside',
    'web/board',
    'web/ui',
    'web/address',
    'web/site/theme',
    'contract',
    'domain',
  ),

  room('web/live/words', 'what the live pages say, as text', 'web/ui', 'web/site', 'contract', 'domain'),
  room('web/live/links', 'ways from one live page to another', 'web/ui', 'web/address', 'web/live/words', 'contract', 'domain'),
  room(
    'web/live/asking',
    'how live pages ask, and hear of changes',
    'web/ui',
    'web/site',
    'web/live/words',
    'web/live/links',
    'contract',
    'domain',
  ),
  room(
    'web/live/me',
    'what stays in the visitor’s own browser',
    'web/ui',
    'web/address',
    'web/live/words',
    'web/live/links',
    'web/live/asking',
    'contract',
    'domain',
  ),
  room(
    'web/live/news',
    'what has just happened on a board: a lead taken, a period won',
    'web/ui',
    'web/address',
    'web/board/bib',
    'web/live/words',
    'web/live/links',
    'web/live/asking',
    'contract',
    'domain',
  ),
  room(
    'web/live/finding',
    'the search of the live edition',
    'web/ui',
    'web/address',
    'web/board',
    'web/site',
    'web/live/words',
    'web/live/links',
    'web/live/asking',
    'web/live/me',
    'web/site/header',
    'web/board/bib',
    'contract',
    'domain',
  ),
  room('web/live/charts', 'charts, whatever they show', 'web/ui', 'web/live/words', 'contract', 'domain'),
  room('web/live/fame', 'who won what', 'web/ui', 'web/address', 'web/live/words', 'web/live/links', 'web/board/bib', 'contract', 'domain'),
  room(
    'web/live/whiteboard',
    'the charts and records of the whiteboard',
    'web/ui',
    'web/address',
    'web/live/words',
    'web/live/links',
    'web/live/charts',
    'contract',
    'domain',
  ),
  room(
    'web/live/time-machine',
    'a board at any moment',
    'web/ui',
    'web/address',
    'web/board/bib',
    'web/live/words',
    'web/live/asking',
    'contract',
    'domain',
  ),
  room(
    'web/live/player',
    'what is shown of a player',
    'web/ui',
    'web/address',
    'web/board',
    'web/site',
    'web/live/words',
    'web/live/links',
    'web/live/asking',
    'web/live/charts',
    'web/board/bib',
    'contract',
    'domain',
  ),
  room('web/live/receipt', 'why a player has a rank', 'web/ui', 'web/site', 'web/live/words', 'web/live/asking', 'contract', 'domain'),
  room(
    'web/live/board',
    'the live podium and table',
    'web/ui',
    'web/address',
    'web/board',
    'web/site',
    'web/live/words',
    'web/live/links',
    'web/live/asking',
    'web/live/me',
    'web/live/news',
    'web/live/finding',
    'web/live/time-machine',
    'contract',
    'domain',
  ),
  room(
    'web/live/beside',
    'what stands beside a live board',
    'web/beside',
    'web/ui',
    'web/address',
    'web/board/bib',
    'web/live/words',
    'web/live/links',
    'web/live/asking',
    'web/live/me',
    'contract',
    'domain',
  ),
  room(
    'web/live/wall',
    'a live board on a wall',
    'web/ui',
    'web/board',
    'web/board/bib',
    'web/live/words',
    'web/live/asking',
    'web/live/news',
    'web/live/board',
    'contract',
    'domain',
  ),
  room(
    'web/live/pages',
    'the pages of the live edition; the sample edition shares nothing with them',
    'web/live/*',
    'web/parts',
    'web/beside',
    'web/board',
    'web/site',
    'web/ui',
    'web/address',
    'web/site/theme',
    'web/site/header',
    'web/board/bib',
    'contract',
    'domain',
  ),

  room('cli/words', 'what commands say again and again', 'domain'),
  room('cli/files', 'the files an operator gives', 'cli/words', 'server', 'contract', 'domain'),
  room('cli', 'the commands an operator types: it shows no pages', 'cli/*', 'server', 'remote', 'contract', 'domain'),
  room('worker', 'service workers, which share nothing with pages'),

  room('main/editions', 'an edition as a value: its pages, its footer, its source', 'web', 'sample', 'contract', 'domain'),
  room('main/browser', 'pages that live in a browser', 'main/editions', 'web', 'sample', 'remote', 'contract', 'domain'),
  room('main/render', 'pages as HTML', 'main/editions', 'web', 'sample', 'contract', 'domain'),
  room('main/serve', 'servers, put together', 'main/render', 'server', 'web', 'contract', 'domain'),
  room('main/demo', 'a small game that plays', 'remote', 'contract', 'domain'),
];

/** What the layers may not import from outside `src`. */
export const PACKAGE_RULES: readonly PackageRule[] = [
  {
    layer: 'domain',
    refused: '^[^.]',
    because: 'domain imports nothing but itself: take the value as an argument, or do this in contract, web or server.',
  },
  {
    layer: 'contract',
    refused: '^([^.z]|z[^o]|zo[^d])',
    because: 'contract needs zod and nothing else: it runs in every browser, on every server and in every client.',
  },
  { layer: 'sample', refused: '^[^.]', because: 'sample needs no package: it is data and domain functions.' },
  { layer: 'remote', refused: '^[^.]', because: 'remote needs no package: it asks with fetch and checks with the contract’s schemas.' },
  { layer: 'web', refused: '^node:', because: 'web runs in browsers: there is no Node here.' },
  { layer: 'server', refused: '^react', because: 'server renders no pages: main gives it a function that does.' },
  { layer: 'cli', refused: '^react', because: 'cli prints lines: there is no page to render.' },
];

/** The outermost folder of a room. */
export function layerOf({ folder }: Room): string {
  return folder.split('/', 1)[0]!;
}

/** Whether a room is one of those that a name in `uses` stands for. */
export function standsFor(used: string, { folder }: Room): boolean {
  const isMany = used.endsWith('/*') || !used.includes('/');
  return folder === used || (isMany && folder.startsWith(used.endsWith('/*') ? used.slice(0, -1) : `${used}/`));
}

/** The rooms that a room may not import, itself excepted. */
export function forbiddenTo(from: Room): readonly Room[] {
  return ROOMS.filter((other) => other.folder !== from.folder && !from.uses.some((used) => standsFor(used, other)));
}

/** How a file of one room writes the path of another. */
export function pathBetween(from: Room, to: Room): string {
  const path = posix.relative(from.folder, to.folder) || '.';
  return path.startsWith('.') ? path : `./${path}`;
}
