import type { ApiPreview, PreviewedPeriod } from '../../contract/operation/previews.ts';
import type { Operation } from './command.ts';
import { countOf } from '../words/count-of.ts';
import { periodWords } from '../words/period-words.ts';

/** How an act is asked what it would do. */
export const PREVIEW = { preview: '1' } as const;

/** The preview that was asked for. */
export function previewIn<A extends object>(answer: A): Extract<A, ApiPreview> {
  if (!('preview' in answer)) throw new Error('The act was done, and not previewed');
  return answer as Extract<A, ApiPreview>;
}

/** What an act was answered that was done. */
export function doneIn<A extends object>(answer: A): Exclude<A, ApiPreview> {
  if ('preview' in answer) throw new Error('The act was previewed, and not done');
  return answer as Exclude<A, ApiPreview>;
}

/** The options of every command that moves ranks. */
export const PREVIEW_OPTIONS = { preview: { type: 'boolean' }, since: { type: 'string' } } as const;

type Player = PreviewedPeriod['podium']['before'][number];

/** Says what an act would do, and how to do it. */
export function sayPreview({ say }: Operation, { since, periods }: ApiPreview): void {
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
