import { kindsOf, type Records } from '../../src/server/store/records.ts';
import type { Commits } from './commits.ts';

/** Reads and writes records. */
export function memoryRecords(commits: Commits): Records {
  const ofKind = (kind: string) => [...commits.kept.records()].filter((record) => record.kind === kind);

  return {
    record: async (kind, id) => ofKind(kind).find((record) => record.id === id),
    records: async (kind, { state, before = Infinity, limit }) =>
      ofKind(kind)
        .filter((record) => record.number < before && (state === undefined || record.state === state))
        .toSorted((a, b) => b.number - a.number)
        .slice(0, limit),
    recordCounts: async (kind) =>
      new Map([...Map.groupBy(ofKind(kind), ({ state }) => state)].map(([state, { length }]) => [state, length])),
    changeRecords: (records, board) =>
      commits.run((kept, tell) => {
        const moved = board === undefined ? [] : [kept.board(board)];
        const changes = kept.decidedRecords(records, undefined);
        if (changes.length === 0) return;
        kept.keepRecords(changes);
        tell(moved, { kind: 'records', board, records: kindsOf(changes) });
      }),
  };
}
