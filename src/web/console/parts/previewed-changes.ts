// The changes in a preview, in the order of their importance to operators.
import type { PreviewedPeriod } from '../../../contract/operation/previews.ts';

/** Periods by how much they would change: podiums and prizes first, then the number of players who move. */
export function mostChanged(periods: readonly PreviewedPeriod[]): readonly PreviewedPeriod[] {
  const weights = ({ podium, prizes, players, others }: PreviewedPeriod) => [
    Number(podium.changes) + Number(prizes.length > 0),
    prizes.length,
    players.length + others,
  ];
  return periods.toSorted((a, b) => {
    const [ofA, ofB] = [weights(a), weights(b)];
    return ofA.map((weight, i) => ofB[i]! - weight).find((difference) => difference !== 0) ?? 0;
  });
}

/** A place on a podium. `points` are known for the subjects of the act. */
export interface PodiumPlace {
  readonly player: PreviewedPeriod['podium']['before'][number];
  readonly points: number | undefined;
  /** Compared with the other podium; `out` and `in` if the player is on only one. */
  readonly move: 'none' | 'up' | 'down' | 'in' | 'out';
}

/** Both podiums of a period. Moves are marked on the later one, departures on the earlier one. */
export function podiumPlaces({ podium, players }: PreviewedPeriod): Readonly<Record<'before' | 'after', readonly PodiumPlace[]>> {
  const rankIn = (three: PreviewedPeriod['podium']['before'], username: string) => three.findIndex((each) => each.username === username);
  const places = (side: 'before' | 'after', moveOf: (username: string, i: number) => PodiumPlace['move']) =>
    podium[side].map((player, i) => ({
      player,
      points: players.find((each) => each.player.username === player.username)?.[side]?.points,
      move: moveOf(player.username, i),
    }));
  return {
    before: places('before', (username) => (rankIn(podium.after, username) === -1 ? 'out' : 'none')),
    after: places('after', (username, i) => {
      const was = rankIn(podium.before, username);
      return was === -1 ? 'in' : was > i ? 'up' : was < i ? 'down' : 'none';
    }),
  };
}

/** The prizes that would change hands, with the display names of their winners before and after. */
export function prizeMoves(
  prizes: PreviewedPeriod['prizes'],
): readonly { readonly prize: string; readonly from: readonly string[]; readonly to: readonly string[] }[] {
  const named = new Set(prizes.flatMap(({ before, after }) => [before, after]).filter((prize) => prize !== null));
  const winners = (side: 'before' | 'after', prize: string) =>
    prizes.flatMap((each) => (each[side] === prize ? [each.player.displayName] : []));
  return [...named].map((prize) => ({ prize, from: winners('before', prize), to: winners('after', prize) }));
}
