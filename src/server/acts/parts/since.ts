import { hash } from 'node:crypto';
import * as z from 'zod/mini';

import type { PreviewedPeriod } from '../../../contract/operation/previews.ts';
import { Problem } from '../../http/problem.ts';

/** How many periods a `since` names: it is part of an address. */
const MOST_NAMED = 60;

/** What an act was previewed with: how its subject is, and what matters of its consequences. By what it is of, for people to read. */
export type Foreseen = ReadonlyMap<string, unknown>;

const tokenSchema = z.record(z.string(), z.string());

/**
 * What matters: how the subject is, and each podium and prize that changes. Ranks below move all the time on a busy board,
 * and refuse nothing. `subject` is what the act is about, with its state.
 */
export function foreseen(subject: readonly [what: string, state: unknown], periods: readonly PreviewedPeriod[]): Foreseen {
  const weighty = periods.filter(({ podium, prizes }) => podium.changes || prizes.length > 0);
  const results = weighty.map((period) => [nameOf(period), [period.podium, period.prizes]] as const);
  const rest = results.slice(MOST_NAMED);
  return new Map([subject, ...results.slice(0, MOST_NAMED), ...(rest.length > 0 ? [['further results', rest] as const] : [])]);
}

/** The `since` of a preview: short, and enough to say later what changed. */
export function sinceOf(seen: Foreseen): string {
  return Buffer.from(JSON.stringify(Object.fromEntries([...seen].map(([what, state]) => [what, markOf(state)])))).toString('base64url');
}

/**
 * Compares with what was previewed.
 * @throws {Problem} bad-request for a `since` that no preview has; changed, naming what did.
 */
export function refuseIfChanged(since: string, now: Foreseen): void {
  const then = previewed(since);
  const changed = [...new Set([...then.keys(), ...now.keys()])].filter(
    (what) => then.get(what) !== (now.has(what) ? markOf(now.get(what)) : undefined),
  );
  if (changed.length > 0)
    throw new Problem(
      'changed',
      `Nothing was done. Since the preview there is something new about: ${changed.join('; ')}. Ask for a new preview.`,
      [{ field: 'since', rule: 'must be of a preview that still says what would happen' }],
    );
}

function previewed(since: string): ReadonlyMap<string, string> {
  try {
    return new Map(Object.entries(tokenSchema.parse(JSON.parse(Buffer.from(since, 'base64url').toString()))));
  } catch {
    throw new Problem('bad-request', 'The query is not valid.', [{ field: 'since', rule: 'must be the "since" of a preview' }]);
  }
}

function nameOf({ board, kind, from }: PreviewedPeriod): string {
  return from === null ? `${board} all-time` : `${board} ${kind} ${from}`;
}

function markOf(state: unknown): string {
  return hash('sha256', JSON.stringify(state) ?? '', 'base64url').slice(0, 10);
}
