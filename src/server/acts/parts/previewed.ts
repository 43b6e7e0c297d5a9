import type * as z from 'zod/mini';

import type { ENDPOINTS, PreviewedId } from '../../../contract/api.ts';
import type { Endpoint, Variables } from '../../../contract/endpoint.ts';
import type { ApiPreview } from '../../../contract/operation/previews.ts';
import type { CurrentCatalogue } from '../../boards/current-catalogue.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import type { Agreement } from '../../boards/revising/agreement.ts';
import { Problem } from '../../http/problem.ts';
import type { ActParts } from './act-parts.ts';
import { consequencesOf, type OrderChange } from './consequences.ts';
import { type Foreseen, foreseen, refuseIfChanged, sinceOf } from './since.ts';

/** How often an act begins anew because another process was faster. */
const MOST_ATTEMPTS = 20;

/** Another process changed something between the last look and the act. Nothing was done, and the act begins anew. */
export const OVERTAKEN = new Error('Something changed right before the act');

/** What is looked at to tell what an act would do. */
export interface Outlook {
  readonly boards: LiveBoards;
  readonly catalogue: Pick<CurrentCatalogue, 'prizes'>;
}

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

/** What the body of an endpoint is, as it was parsed. */
type BodyOf<E extends Endpoint> = E extends { readonly body: infer Body extends z.ZodMiniType } ? z.output<Body> : undefined;

/** Acts with a preview, by their endpoints, each asked for with what its endpoint parsed. Each throws or rejects with a Problem if it cannot be done. */
export type PreviewedActs = {
  readonly [Id in PreviewedId]: (
    parts: ActParts,
    asked: { readonly variables: Variables<(typeof ENDPOINTS)[Id]>; readonly body: BodyOf<(typeof ENDPOINTS)[Id]> },
  ) => PreviewedAct<object>;
};

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
  throw new Problem('unavailable', 'Too much changed while this was done. Nothing was done. Try again.', [], { 'retry-after': '1' });
}

/** Refuses an act whose preview had another `since`. @throws {Problem} changed, naming what changed. */
export async function refuseIfOtherThanPreviewed(outlook: Outlook, since: string, imagine: () => Promise<Imagined>): Promise<void> {
  refuseIfChanged(since, (await lookedAt(outlook, imagine)).seen);
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
