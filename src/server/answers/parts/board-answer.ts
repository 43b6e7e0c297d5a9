import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { ApiBoard, ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import type { ReadBoards } from '../../boards/public-boards.ts';
import type { BoardSettings } from '../../store/stored-values.ts';

export function boardAnswer({ name, title, scoring, direction, calendar, unit, state }: BoardSettings): ApiBoard {
  return { name, title, scoring, direction, timeZone: calendar.timeZone, weekStart: calendar.weekStart, unit, state };
}

/** A board with its visibility and group. */
export function keptBoardAnswer({ visibility, groups }: Pick<LiveBoards, 'visibility' | 'groups'>, board: BoardSettings): ApiKeptBoard {
  return { ...boardAnswer(board), visibility: visibility.of(board.name), group: groups.of(board.name) };
}

/** Boards for a choice; by default all but the archived ones. */
export function boardNames(boards: ReadBoards, some = boards.listed()): LiveBoardView['boards'] {
  return some.map(({ name, title }) => {
    const group = boards.groups.of(name);
    return { name, title, ...(group !== null && { group }) };
  });
}
