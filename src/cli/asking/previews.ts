import type { EndpointId, ENDPOINTS } from '../../contract/api.ts';
import type { Answer, Asked } from '../../contract/endpoint.ts';
import type { ApiPreview, PreviewedPeriod } from '../../contract/operation/previews.ts';
import type { Operation } from './command.ts';
import type { LiveData } from './live-data.ts';
import { countOf } from '../words/count-of.ts';
import { periodWords } from '../words/period-words.ts';

/** The options of every command that moves ranks. */
export const PREVIEW_OPTIONS = { preview: { type: 'boolean' }, since: { type: 'string' } } as const;

/** How somebody typed that an act is to be done. */
interface TypedHow {
  readonly preview?: boolean | undefined;
  readonly since?: string | undefined;
}

/** What an act is asked for, but for how it is to be done. */
type AskedAct<Id extends EndpointId> = Omit<Asked<(typeof ENDPOINTS)[Id]>, 'query'>;

/**
 * Does an act, and resolves with what it was answered; or, if only that was typed, prints what it would do and resolves with
 * nothing. `told`: prints more of a preview, first.
 */
export async function acted<const Id extends EndpointId>(
  operation: Operation,
  { ask }: LiveData,
  id: Id,
  { preview = false, since }: TypedHow,
  asked: AskedAct<Id>,
  told: (preview: Extract<Answer<(typeof ENDPOINTS)[Id]>, ApiPreview>) => void = () => {},
): Promise<Exclude<Answer<(typeof ENDPOINTS)[Id]>, ApiPreview> | undefined> {
  // It is asked for as its endpoint takes it, and answered with a preview only if one was asked for.
  const answer = await ask(id, { ...asked, query: preview ? { preview: '1' } : { since } } as never);
  if ('preview' in (answer as object) !== preview)
    throw new Error(`The act was ${preview ? 'done, and not previewed' : 'previewed, and not done'}`);
  if (!preview) return answer as Exclude<typeof answer, ApiPreview>;
  told(answer as never);
  sayPreview(operation, answer as unknown as ApiPreview);
  return undefined;
}

type Player = PreviewedPeriod['podium']['before'][number];

/** Says what an act would do, and how to do it. */
function sayPreview({ say }: Operation, { since, periods }: ApiPreview): void {
  if (periods.length === 0) say('Nobody would move.');
  for (const period of periods) {
    say(`${period.board}, ${periodWords(period)}:`);
    for (const { player, before, after } of period.players) say(`  ${player.username}: ${placeWords(before)} -> ${placeWords(after)}`);
    if (period.others > 0) say(`  ${countOf(period.others, 'other player')} would have another rank.`);
    if (period.podium.changes) say(`  Podium: ${namesOf(period.podium.before)} -> ${namesOf(period.podium.after)}`);
    for (const { player, before, after } of period.prizes) say(`  Prize of ${player.username}: ${before ?? 'none'} -> ${after ?? 'none'}`);
  }
  say('This is a preview: nothing was changed. To do it only if this is still so, add:');
  say(`--since ${since}`);
}

function placeWords(place: PreviewedPeriod['players'][number]['before']): string {
  return place === null ? 'not ranked' : `rank ${place.rank} with ${countOf(place.points, 'point')}`;
}

function namesOf(players: readonly Player[]): string {
  return players.length === 0 ? 'nobody' : players.map(({ username }) => username).join(', ');
}
