import { hash } from 'node:crypto';

import * as z from 'zod/mini';
import type { ApiPreview, PreviewedPeriod } from '../../../contract/operation/previews.ts';
import type { Agreement } from '../../boards/revising/agreement.ts';
import { passingProblem, Problem } from '../../http/problem.ts';
import type { ActParts } from './act-parts.ts';
import { consequencesOf, type OrderChange } from './consequences.ts';

/** How often an act begins anew because another process was faster. */
const MOST_ATTEMPTS = 20;

/** Another process changed something between the last look and the act. Nothing was done, and the act begins anew. */
export const OVERTAKEN = new Error('Something changed right before the act');

/** What is looked at to tell what an act would do. */
export type Outlook = Pick<ActParts, 'boards' | 'catalogue'>;

/** An act that is not done: what it is about, and what it would do to the orders of periods. */
export interface Imagined {
  /** In words, such as `player "ada"`, and how that is. */
  readonly subject: readonly [what: string, state: unknown];
  readonly changes: readonly OrderChange[];
  /** The prizes that would be due. */
  readonly due?: ApiPreview['due'];
}

/** How somebody wants an act done: only as long as the preview with this `since` is right, if there is one. */
export interface Condition {
  readonly since?: string | undefined;
}

/** An act that can be looked at before it is done. Both reject with a Problem if it cannot be done. */
export interface PreviewedAct<Done> {
  readonly imagine: () => Promise<Imagined>;
  /** `agreed` is asked between commits, right before it is done. */
  readonly carryOut: (agreed?: Agreement) => Promise<Done>;
}

/** How an act is asked for: only what it would do, if `preview` is `1`. */
export interface AskedAct extends Condition {
  readonly preview?: '1' | undefined;
}

/** A preview of an act, or what doing it comes to. @throws {Problem} as {@link previewed} and {@link done}. */
export function asked<Done>(outlook: Outlook, { preview, since }: AskedAct, act: PreviewedAct<Done>): Promise<ApiPreview | Done> {
  return preview === '1' ? previewed(outlook, act) : done(outlook, act, { since });
}

/** Tells what an act would do, at one instant; rejects with what `imagine` threw. Nothing is changed. */
export async function previewed(outlook: Outlook, { imagine }: Pick<PreviewedAct<unknown>, 'imagine'>): Promise<ApiPreview> {
  const { periods, seen, due } = await outlook.boards.commits.atOneInstant(() => lookedAt(outlook, imagine));
  return {
    preview: true,
    since: sinceOf(seen),
    podium: periods.some(({ podium }) => podium.changes),
    prizes: periods.some(({ prizes }) => prizes.length > 0),
    periods,
    ...(due !== undefined && { due }),
  };
}

/**
 * Does an act: one that was previewed only as long as what matters is still as it was then.
 * @throws {Problem} changed, naming what is not; unavailable while other processes change too much; as the act.
 */
export async function done<Done>(outlook: Outlook, { imagine, carryOut }: PreviewedAct<Done>, { since }: Condition = {}): Promise<Done> {
  if (since === undefined) return carryOut();
  return afterLook(outlook, () => refuseIfOtherThanPreviewed(outlook, since, imagine), carryOut);
}

/**
 * Does an act right after a look that found nothing against it. An act that throws {@link OVERTAKEN} begins anew.
 * @throws {Problem} unavailable while other processes change too much; as `look` and `act`.
 */
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
  throw passingProblem('unavailable', 'Too much changed while this was done. Nothing was done. Try again.', 1);
}

/**
 * Refuses an act whose preview had another `since`.
 * @throws {Problem} bad-request for one that no preview has; changed, naming what did.
 */
export async function refuseIfOtherThanPreviewed(outlook: Outlook, since: string, imagine: () => Promise<Imagined>): Promise<void> {
  const { seen: now } = await lookedAt(outlook, imagine);
  const then = previewedWith(since);
  const changed = [...new Set([...then.keys(), ...now.keys()])].filter((what) => then.get(what) !== now.get(what));
  if (changed.length > 0)
    throw new Problem(
      'changed',
      `Nothing was done. Since the preview there is something new about: ${changed.join('; ')}. Ask for a new preview.`,
      [{ field: 'since', rule: 'must be of a preview that still says what would happen' }],
    );
}

async function lookedAt(
  { boards, catalogue }: Outlook,
  imagine: () => Promise<Imagined>,
): Promise<{ readonly periods: ApiPreview['periods']; readonly seen: Foreseen; readonly due: ApiPreview['due'] }> {
  const { subject, changes, due } = await imagine();
  const periods = [];
  for (const change of changes) {
    const consequences = await consequencesOf(boards, catalogue, change);
    if (consequences !== undefined) periods.push(consequences);
  }
  return { periods, seen: foreseen(subject, periods), due };
}

/** How many periods a `since` names: it is part of an address. */
const MOST_NAMED = 60;

/**
 * What an act was previewed with: how its subject is, and what matters of its consequences. A mark of each, by what it is of, for people
 * to read.
 */
type Foreseen = ReadonlyMap<string, string>;

const tokenSchema = z.record(z.string(), z.string());

/**
 * What matters: how the subject is, and each podium and prize that changes. Ranks below move all the time on a busy board,
 * and refuse nothing.
 */
function foreseen(subject: Imagined['subject'], periods: readonly PreviewedPeriod[]): Foreseen {
  const weighty = periods.filter(({ podium, prizes }) => podium.changes || prizes.length > 0);
  const results = weighty.map((period) => [nameOf(period), [period.podium, period.prizes]] as const);
  const rest = results.slice(MOST_NAMED);
  const seen = [subject, ...results.slice(0, MOST_NAMED), ...(rest.length > 0 ? [['further results', rest] as const] : [])];
  return new Map(seen.map(([what, state]) => [what, markOf(state)]));
}

/** The `since` of a preview: short, and enough to say later what changed. */
function sinceOf(seen: Foreseen): string {
  return Buffer.from(JSON.stringify(Object.fromEntries(seen))).toString('base64url');
}

/** @throws {Problem} bad-request for a `since` that no preview has. */
function previewedWith(since: string): Foreseen {
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
