import type { EventColumns } from './ledger-write.ts';

/** Numbers of an event in a pack: all but its `seq` and its board, and the lengths of its texts. */
const WIDTH = 10;

/**
 * Events of one board that follow each other, as few values: to hand rows to another thread one by one takes longer than to
 * write them.
 */
export interface PackedEvents {
  readonly board: number;
  /** The `seq` of the first. */
  readonly first: number;
  readonly count: number;
  readonly numbers: Float64Array<ArrayBuffer>;
  /** All texts, one after the other. */
  readonly texts: string;
}

/** `rows` are of one board, and their `seq` rise by one. */
export function packed(rows: readonly EventColumns[]): PackedEvents {
  const numbers = new Float64Array(rows.length * WIDTH);
  const texts: string[] = [];
  let at = 0;
  for (const [, , id, player, points, time, activity, receivedAt, digest, counted, answer, previous] of rows) {
    numbers[at] = player;
    numbers[at + 1] = points;
    numbers[at + 2] = time;
    numbers[at + 3] = receivedAt;
    numbers[at + 4] = counted;
    // No event has this `seq`.
    numbers[at + 5] = previous ?? 0;
    numbers[at + 6] = id.length;
    numbers[at + 7] = activity.length;
    numbers[at + 8] = digest.length;
    numbers[at + 9] = answer.length;
    texts.push(id, activity, digest, answer);
    at += WIDTH;
  }
  return { board: rows[0]?.[1] ?? 0, first: rows[0]?.[0] ?? 0, count: rows.length, numbers, texts: texts.join('') };
}

/** The rows that were packed. */
export function unpacked({ board, first, numbers, texts }: PackedEvents): readonly EventColumns[] {
  const rows: EventColumns[] = [];
  let end = 0;
  const text = (length: number) => texts.slice(end, (end += length));
  for (let at = 0; at < numbers.length; at += WIDTH) {
    const [id, activity, digest, answer] = [text(numbers[at + 6]!), text(numbers[at + 7]!), text(numbers[at + 8]!), text(numbers[at + 9]!)];
    rows.push([
      first + rows.length,
      board,
      id,
      numbers[at]!,
      numbers[at + 1]!,
      numbers[at + 2]!,
      activity,
      numbers[at + 3]!,
      digest,
      numbers[at + 4]!,
      answer,
      numbers[at + 5] === 0 ? null : numbers[at + 5]!,
    ]);
  }
  return rows;
}
