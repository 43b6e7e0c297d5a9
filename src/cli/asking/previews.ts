import type { ApiPreview, PreviewedPeriod } from '../../contract/operation/previews.ts';
import { countOf } from '../words/count-of.ts';
import { periodWords } from '../words/period-words.ts';
import { FLAG, TEXT } from './command.ts';

/** The options of every command that moves ranks. */
export const PREVIEW_OPTIONS = { preview: FLAG, since: TEXT } as const;

/** A preview; of what takes an act back also that act, with what it changed. */
type Previewed = ApiPreview & { readonly act?: string; readonly before?: unknown; readonly after?: unknown };

/** Does an act, whose endpoint `ask` calls, and resolves to what `done` says of it; or to what the act would do, for a preview. */
export async function doneOrPreviewed<A extends object>(
  { preview, since }: { readonly preview?: boolean; readonly since?: string },
  ask: (query: { readonly preview?: '1'; readonly since?: string | undefined }) => Promise<A>,
  done: (answer: Exclude<A, ApiPreview>) => string | readonly string[],
): Promise<string | readonly string[]> {
  const answer = await ask(preview === true ? { preview: '1' } : { since });
  return 'preview' in answer ? previewLines(answer as Extract<A, ApiPreview>) : done(answer as Exclude<A, ApiPreview>);
}

/** What an act would do, and how to do it. */
function previewLines({ act, before, after, since, periods, due }: Previewed): readonly string[] {
  return [
    ...(act === undefined ? [] : [`${act}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`]),
    ...(periods.length === 0 ? ['Nobody would move.'] : periods.flatMap(periodLines)),
    ...(due === undefined
      ? []
      : [
          `${countOf(due.total, 'prize')} would be due:`,
          ...due.first.map(({ rank, prize, player }) => `  rank ${rank}: ${JSON.stringify(prize)} for ${player.username}`),
        ]),
    'This is a preview: nothing was changed. To do it only if this is still so, add:',
    `--since ${since}`,
  ];
}

function periodLines(period: PreviewedPeriod): readonly string[] {
  const { players, others, podium, prizes } = period;
  return [
    `${period.board}, ${periodWords(period)}:`,
    ...players.map(({ player, before, after }) => `  ${player.username}: ${placeWords(before)} -> ${placeWords(after)}`),
    ...(others > 0 ? [`  ${countOf(others, 'other player')} would have another rank.`] : []),
    ...(podium.changes ? [`  Podium: ${namesOf(podium.before)} -> ${namesOf(podium.after)}`] : []),
    ...prizes.map(({ player, before, after }) => `  Prize of ${player.username}: ${before ?? 'none'} -> ${after ?? 'none'}`),
  ];
}

function placeWords(place: PreviewedPeriod['players'][number]['before']): string {
  return place === null ? 'not ranked' : `rank ${place.rank} with ${countOf(place.points, 'point')}`;
}

function namesOf(players: PreviewedPeriod['podium']['before']): string {
  return players.length === 0 ? 'nobody' : players.map(({ username }) => username).join(', ');
}
