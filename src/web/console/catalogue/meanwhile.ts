import type { Catalogue } from '../../../contract/catalogue.ts';
import type { EntryOf, PartId } from './changed-catalogue.ts';

/** What of a catalogue is other than it was read earlier, a line for each entry: `added “Winter Cup” to the tournaments`. */
export function changesMeanwhile(before: Catalogue, now: Catalogue): readonly string[] {
  return (Object.keys(now) as PartId[]).flatMap((part) => changesOf(part, before[part], now[part]));
}

function changesOf(part: PartId, before: readonly EntryOf<PartId>[], now: readonly EntryOf<PartId>[]): readonly string[] {
  const was = byKey(before);
  const is = byKey(now);
  const added = [...is].flatMap(([key, entry]) => (was.has(key) ? [] : [`added “${titleOf(entry)}” to the ${part}`]));
  const removed = [...was].flatMap(([key, entry]) => (is.has(key) ? [] : [`removed “${titleOf(entry)}” from the ${part}`]));
  const changed = [...is].flatMap(([key, entry]) => {
    const earlier = was.get(key);
    return earlier === undefined || JSON.stringify(earlier) === JSON.stringify(entry) ? [] : [`changed “${titleOf(entry)}” in the ${part}`];
  });
  const orderOf = (entries: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>) =>
    [...entries.keys()].filter((key) => others.has(key)).join('\n');
  const moved = orderOf(was, is) === orderOf(is, was) ? [] : [`changed the order of the ${part}`];
  return [...added, ...removed, ...changed, ...moved];
}

/** Entries by what tells them apart: their ids; of prizes, which have none, all that they say. */
function byKey(entries: readonly EntryOf<PartId>[]): ReadonlyMap<string, EntryOf<PartId>> {
  return new Map(entries.map((entry) => ['id' in entry ? entry.id : JSON.stringify(entry), entry]));
}

function titleOf(entry: EntryOf<PartId>): string {
  return 'prize' in entry ? entry.prize : entry.title;
}
