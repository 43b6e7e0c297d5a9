import type { ApiRankings, ApiStanding } from '../../../contract/game-answers.ts';

/** Text that JSON leaves unescaped, in one byte per character. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Avatars as {@link bytesOf} their JSON, cached because players share a few. */
const avatars = new Map<string, string>();
const MOST_AVATARS = 1000;

/** A ranking as `JSON.stringify` writes it, in UTF-8. Concatenated, because every client asks for it: an emoji doubles the cost of a whole text. */
export function rankingsJson({ board, period, standings, total, next, previous, complete }: ApiRankings): Buffer<ArrayBuffer> {
  const end = complete === undefined ? '' : `,"complete":${complete}`;
  const text = `{"board":"${board}","period":${JSON.stringify(period)},"standings":[${standings.map(standingText).join(',')}],"total":${total},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}${end}}`;
  return Buffer.from(text, 'latin1');
}

function standingText({ rank, points, reachedAt, player, change }: ApiStanding): string {
  const { state, places, earlierRank } = change;
  return `{"rank":${rank},"points":${points},"reachedAt":"${reachedAt}","player":${playerText(player)},"change":{"state":"${state}","places":${places},"earlierRank":${earlierRank}}}`;
}

function playerText(player: ApiStanding['player']): string {
  const { username, displayName, avatar } = player;
  if (!PLAIN.test(username) || (displayName !== username && !PLAIN.test(displayName))) return bytesOf(JSON.stringify(player));
  let face = avatars.get(avatar);
  if (face === undefined) {
    if (avatars.size >= MOST_AVATARS) avatars.clear();
    avatars.set(avatar, (face = bytesOf(JSON.stringify(avatar))));
  }
  return `{"username":"${username}","displayName":"${displayName}","avatar":${face}}`;
}

/** UTF-8 with a character for each byte. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}
