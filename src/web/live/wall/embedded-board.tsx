import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { RANKINGS } from '../../board/board-words.ts';
import { PodiumLanes } from '../../board/podium-lanes.tsx';
import { Track, trackShare } from '../../board/track/track.tsx';
import { useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import { useSiteIdentity } from '../../ui/site-identity.ts';
import { Total } from '../../ui/total.tsx';
import { boardTitle, onPodium } from '../words/board-view.ts';
import { PRESENT } from '../words/rank-words.ts';
import { periodName } from '../words/time-words.ts';
import { untied } from './untied.ts';
import { WALL } from './wall-words.ts';

/** A board in a frame on another site, with `rows` ranks below the podium. `href` is its page. Only rendered on the server. */
export function EmbeddedBoard({ view, rows, href }: { readonly view: LiveBoardView; readonly rows: number; readonly href: string }) {
  const { board, period, last } = view;
  const results = last ?? view;
  const words = useUnitWords(board);
  const format = useNumberFormat();
  const { name: site } = useSiteIdentity();
  const leader = onPodium(results)[0]?.points ?? 0;
  return (
    <main>
      <header className="cluster">
        <h1 className="condensed">{boardTitle(board)}</h1>
        <p className="note">
          {last === null
            ? periodName(period, board.timeZone)
            : WALL.lastResults(words.several, PRESENT[period.kind], periodName(last.period, board.timeZone))}
        </p>
      </header>
      <PodiumLanes words={words} podium={[untied(results.podium[0]), untied(results.podium[1]), untied(results.podium[2])]} />
      <ol aria-label={RANKINGS} className="rows">
        {results.rows.items.slice(0, rows).map(({ rank, points, player: { id, name, avatar } }) => (
          <li key={id} data-hue={playerHue(id)} className="anchor line ground tabular">
            <Track share={trackShare(points, leader)} />
            <span className="condensed">{format.count(rank)}</span>
            <Bib id={id} name={name} avatar={avatar} size="small" />
            <bdi className="grow one-line strong">{name}</bdi>
            <span className="bold">
              <Total words={words} total={points} />
            </span>
          </li>
        ))}
      </ol>
      {/* Must not navigate the embedding page. */}
      <a href={href} target="_blank" rel="noopener" className="strong small">
        {WALL.allOf(site)}
      </a>
    </main>
  );
}
