// Handlers of the game's endpoints.
import { ENDPOINTS, type PreviewedId } from '../../../contract/api.ts';
import type { Catalogue } from '../../../contract/catalogue.ts';
import { targetOf } from '../../../contract/endpoint.ts';
import type { GAME_ENDPOINTS } from '../../../contract/game-endpoints.ts';
import type { Calendar } from '../../../domain/calendar.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { rulesFor } from '../../../domain/units/unit.ts';
import { Problem } from '../../http/problem.ts';
import { programVersion } from '../../operation/this-process.ts';
import { absentPlayersAnswer } from '../../acts/players.ts';
import { postingByHand } from '../../acts/events.ts';
import { boardFiguresAnswer } from '../../answers/board-figures-answer.ts';
import { keptBoardAnswer } from '../../answers/parts/board-answer.ts';
import type { ReadBoards } from '../../boards/public-boards.ts';
import {
  profileAnswer,
  profileKey,
  rankingsAnswer,
  rankingsKey,
  type RankingsQuestion,
  rankingsQuestion,
} from '../../answers/parts/rankings-answer.ts';
import { rankingsJson } from '../../answers/parts/rankings-json.ts';
import { asked } from '../../acts/parts/previewed.ts';
import type { BoardSettings } from '../../store/stored-values.ts';
import type { ApiParts } from './api-parts.ts';
import { type Replaced, replacing, unlessOvertaken } from './if-match.ts';
import { type Cost, Final, json } from '../json-answer.ts';
import { openApiDocument } from '../description/openapi.ts';
import type { Handlers } from '../parsed-call.ts';

/** A request for more standings than this counts as costly. */
const MANY = 100;

function costOf({ q, limit, asOf, around }: RankingsQuestion): Cost {
  if (q !== undefined || limit > MANY || typeof asOf !== 'number') return 'costly';
  return around === undefined ? 'quick' : 'own';
}

export function gameHandlers({
  boards,
  readiness,
  backups,
  clock,
}: ApiParts): Handlers<Exclude<keyof typeof GAME_ENDPOINTS, PreviewedId | 'submitPoints' | 'importPoints'>> {
  const { catalogue } = boards;
  const version = programVersion();
  const replacedBoard = (name: string): Replaced => ({
    now: () => keptBoardAnswer(boards, boards.board(name)),
    acts: ['make-board', 'change-board'],
    about: { board: name },
  });
  return {
    async postByHand({ variables: { board }, query, body }) {
      const answer = await asked({ boards, catalogue }, query, postingByHand(boards, board, body));
      return 'preview' in answer ? json(200, answer) : json(answer.repeated ? 200 : 201, answer.report);
    },
    rankings({ request, reader: { boards, cached }, variables: { board }, query }) {
      const question = rankingsQuestion(boards, board, query, clock());
      const cost = costOf(question);
      const key = cost === 'own' ? '' : rankingsKey(boards, question);
      const make = async () => {
        const answer = await rankingsAnswer(boards, question);
        return answer.period.state === 'final' ? new Final(rankingsJson(answer)) : rankingsJson(answer);
      };
      return cached(request, key, make, cost);
    },
    async boards({ request, reader, query: { state = 'listed' } }) {
      return reader.cached(request, `boards ${state}`, async () => ({
        boards: reader.boards
          .boards()
          .filter((board) => board.state === state)
          .map((board) => keptBoardAnswer(boards, board)),
      }));
    },
    async board({ request, reader, variables: { board } }) {
      return reader.cached(request, `board ${board}`, async () => keptBoardAnswer(boards, reader.boards.board(board)));
    },
    boardFigures: ({ request, reader: { boards, cached } }) =>
      cached(request, `board figures ${Math.floor(clock() / MINUTE_MS)}`, () => boardFiguresAnswer(boards, clock()), 'costly'),
    async makeBoard({ body: { name, title, copyOf, unit, visibility, group, ...rules } }) {
      const settled = (like: Omit<BoardSettings, 'name' | 'title' | 'state'>): BoardSettings => {
        const { scoring = like.scoring, direction = like.direction, timeZone = like.calendar.timeZone } = rules;
        const weekStart = (rules.weekStart as BoardSettings['calendar']['weekStart'] | undefined) ?? like.calendar.weekStart;
        return { name, title, scoring, direction, calendar: { timeZone, weekStart }, unit: unit ?? like.unit, state: 'listed' };
      };
      const made = settled({ unit: 'points', ...rulesFor(unit ?? 'points'), calendar: { timeZone: 'UTC', weekStart: 1 } });
      const board =
        copyOf === undefined
          ? await boards.editing.make(made, { visibility, group })
          : await boards.editing.copy(name, copyOf, settled, { visibility, group });
      return json(201, keptBoardAnswer(boards, board), { location: targetOf(ENDPOINTS.rankings, { board: name }) });
    },
    changeBoard: ({ request, variables: { board }, body: { weekStart, ...body } }) =>
      replacing(request, boards.store, replacedBoard(board), async (still) => {
        const change = { ...body, weekStart: weekStart as Calendar['weekStart'] | undefined };
        return keptBoardAnswer(boards, await boards.editing.change(board, change, (kept) => still(keptBoardAnswer(boards, kept))));
      }),
    removeBoard: ({ request, variables: { board } }) =>
      unlessOvertaken(request, boards.store, replacedBoard(board), async (still) =>
        keptBoardAnswer(boards, await boards.editing.remove(board, (kept) => still(keptBoardAnswer(boards, kept)))),
      ),
    async player({ request, reader: { boards, cached }, variables: { username }, query }) {
      const { key, board, asOf } = profileKey(boards, username, query, clock());
      return cached(request, key, () => profileAnswer(boards, username, board, asOf), typeof asOf === 'number' ? 'own' : 'costly');
    },
    absentPlayers: () => absentPlayersAnswer(boards),
    catalogue: ({ request, reader }) => reader.cached(request, 'catalogue', async () => catalogueAnswer(reader.boards, catalogue.value)),
    replaceCatalogue({ request, reader, body }) {
      const toldOf = (kept: Catalogue) => catalogueAnswer(reader.boards, kept);
      const replaced = { now: () => toldOf(catalogue.value), acts: ['set-catalogue'], part: toldOf } as const;
      return replacing(request, boards.store, replaced, (still) => catalogue.replace(body, (kept) => still(toldOf(kept))));
    },
    openapi: ({ request, reader: { cached } }) => cached(request, 'openapi', async () => openApiDocument()),
    livez: () => ({ status: 'ok' }),
    async readyz() {
      const made = typeof backups === 'object' ? backups.state : undefined;
      const { newestAt, trouble } = made ?? {};
      const found = await readiness().catch((error: unknown) => {
        // Probes expect 503 for a full disk, too.
        throw error instanceof Problem ? new Problem('unavailable', error.message) : error;
      });
      const warnings = [...found, ...(trouble === undefined ? [] : [trouble])];
      return {
        status: warnings.length === 0 ? 'ok' : 'warning',
        version,
        ...(warnings.length > 0 && { warnings }),
        ...(made !== undefined && { newestBackup: newestAt === undefined ? null : new Date(newestAt).toISOString() }),
      };
    },
  };
}

/** The catalogue without prizes of boards hidden from the reader. */
function catalogueAnswer(boards: Pick<ReadBoards, 'boards'>, catalogue: Catalogue): Catalogue {
  const names = new Set(boards.boards().map(({ name }) => name));
  return { ...catalogue, prizes: catalogue.prizes.filter(({ board }) => board === undefined || names.has(board)) };
}
