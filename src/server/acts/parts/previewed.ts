import { hash } from 'node:crypto';

import * as z from 'zod/mini';
import type { ApiPreview, PreviewedPeriod } from '../../../contract/operation/previews.ts';
import type { Agreement } from '../../boards/revising/agreement.ts';
import { passingProblem, Problem } from '../../http/problem.ts';
import type { ActParts } from './act-parts.ts';
import { consequencesOf, type OrderChange } from './consequences.ts';

/** The most retries after conflicts with other processes. */
const MOST_ATTEMPTS = 20;

/** Thrown if another process changed something between check and act; the act is then retried. */
export const OVERTAKEN = new Error('Conflicting change right before the action');

/** The data that previews read. */
export type Outlook = Pick<ActParts, 'boards' | 'catalogue'>;

/** A previewed act: its subject, and its effect on the orders of periods. */
export interface Imagined {
  /** A name such as `player "ada"`, and its state. */
  readonly subject: readonly [what: string, state: unknown];
  readonly changes: readonly OrderChange[];
  readonly due?: ApiPreview['due'];
  readonly selected?: ApiPreview['selected'];
  readonly ban?: ApiPreview['ban'];
}

/** Requires that the preview with this `since` still holds. */
export interface Condition {
  readonly since?: string | undefined;
}

/** An act with a preview. Both methods reject with a Problem if it cannot be done. */
export interface PreviewedAct<Done> {
  readonly imagine: () => Promise<Imagined>;
  /** `agreed` is checked between commits, right before the act. */
  readonly carryOut: (agreed?: Agreement) => Promise<Done>;
}

export interface AskedAct extends Condition {
  readonly preview?: '1' | undefined;
}

/** Previews or executes an act. @throws {Problem} as {@link previewed} and {@link done}. */
export function asked<Done>(outlook: Outlook, { preview, since }: AskedAct, act: PreviewedAct<Done>): Promise<ApiPreview | Done> {
  return preview === '1' ? previewed(outlook, act) : done(outlook, act, { since });
}

/** Previews an act at one instant. Rejects as `imagine`. */
export async function previewed(outlook: Outlook, { imagine }: Pick<PreviewedAct<unknown>, 'imagine'>): Promise<ApiPreview> {
  const { periods, seen, due, selected, ban } = await outlook.boards.commits.atOneInstant(() => lookedAt(outlook, imagine));
  return {
    preview: true,
    since: sinceOf(seen),
    podium: periods.some(({ podium }) => podium.changes),
    prizes: periods.some(({ prizes }) => prizes.length > 0),
    periods,
    ...(selected !== undefined && { selected }),
    ...(ban !== undefined && { ban }),
    ...(due !== undefined && { due }),
  };
}

/**
 * Executes an act, provided that its preview still holds.
 * @throws {Problem} changed, listing the differences; unavailable after too many conflicts; as the act.
 */
export async function done<Done>(outlook: Outlook, { imagine, carryOut }: PreviewedAct<Done>, { since }: Condition = {}): Promise<Done> {
  if (since === undefined) return carryOut();
  return afterLook(outlook, () => refuseIfOtherThanPreviewed(outlook, since, imagine), carryOut);
}

/** Executes `act` right after `look` succeeds; retries on {@link OVERTAKEN}. @throws {Problem} unavailable after too many conflicts; as both. */
export async function afterLook<T>(
  { boards: { changes } }: Pick<Outlook, 'boards'>,
  look: () => Promise<void>,
  act: (agreed: Agreement) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    try {
      return await act(async () => {
        const position = changes.position();
        await look();
        return () => {
          if (changes.position() !== position) throw OVERTAKEN;
        };
      });
    } catch (error) {
      if (error !== OVERTAKEN) throw error;
    }
  }
  throw passingProblem('unavailable', 'Too many concurrent changes. Nothing was changed. Try again.', 1);
}

/** Refuses an act whose preview is out of date. @throws {Problem} bad-request for an invalid `since`; changed, listing the differences. */
export async function refuseIfOtherThanPreviewed(outlook: Outlook, since: string, imagine: () => Promise<Imagined>): Promise<void> {
  const { seen: now } = await lookedAt(outlook, imagine);
  const then = previewedWith(since);
  const changed = [...new Set([...then.keys(), ...now.keys()])].filter((what) => then.get(what) !== now.get(what));
  if (changed.length > 0)
    throw new Problem('changed', `Nothing was changed. The preview is out of date for: ${changed.join('; ')}. Request a new preview.`, [
      { field: 'since', rule: 'must be of a current preview' },
    ]);
}

async function lookedAt(
  { boards, catalogue }: Outlook,
  imagine: () => Promise<Imagined>,
): Promise<Omit<Imagined, 'subject' | 'changes'> & { readonly periods: ApiPreview['periods']; readonly seen: Foreseen }> {
  const { subject, changes, ...told } = await imagine();
  const periods = [];
  for (const change of changes) {
    const consequences = await consequencesOf(boards, catalogue, change);
    if (consequences !== undefined) periods.push(consequences);
  }
  return { ...told, periods, seen: foreseen(subject, periods) };
}

/** The most periods in a `since`, which is part of a URL. */
const MOST_NAMED = 60;

/** Digests of the subject and of the relevant consequences, by a readable name. */
type Foreseen = ReadonlyMap<string, string>;

const tokenSchema = z.record(z.string(), z.string());

/** Covers the subject, podiums and prizes. Other ranks change all the time on a busy board and are ignored. */
function foreseen(subject: Imagined['subject'], periods: readonly PreviewedPeriod[]): Foreseen {
  const weighty = periods.filter(({ podium, prizes }) => podium.changes || prizes.length > 0);
  const results = weighty.map((period) => [nameOf(period), [period.podium, period.prizes]] as const);
  const rest = results.slice(MOST_NAMED);
  const seen = [subject, ...results.slice(0, MOST_NAMED), ...(rest.length > 0 ? [['further results', rest] as const] : [])];
  return new Map(seen.map(([what, state]) => [what, markOf(state)]));
}

/** Encodes a short `since` that can later tell what changed. */
function sinceOf(seen: Foreseen): string {
  return Buffer.from(JSON.stringify(Object.fromEntries(seen))).toString('base64url');
}

/** Decodes a `since`. @throws {Problem} bad-request if it is invalid. */
function previewedWith(since: string): Foreseen {
  try {
    return new Map(Object.entries(tokenSchema.parse(JSON.parse(Buffer.from(since, 'base64url').toString()))));
  } catch {
    throw new Problem('bad-request', 'The query is invalid.', [{ field: 'since', rule: 'must be the "since" of a preview' }]);
  }
}

function nameOf({ board, kind, from }: PreviewedPeriod): string {
  return from === null ? `${board} all-time` : `${board} ${kind} ${from}`;
}

function markOf(state: unknown): string {
  return hash('sha256', JSON.stringify(state) ?? '', 'base64url').slice(0, 10);
}
