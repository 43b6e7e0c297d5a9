import type { PlayerPage } from '../../../contract/player-answers.ts';
import { Link } from '../../address/link.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import section from '../../ui/section-title.module.css';
import { TieMark } from '../../board/tie-mark.tsx';
import control from '../../ui/control.module.css';
import { useView } from '../../address/view-context.ts';
import { dayWords, monthWords } from '../words/time-words.ts';
import { kindSearch, playerPath, whyPath, boardInAddress } from '../links/addresses.ts';
import { boardTitle } from '../words/board-view.ts';
import { RankChange } from '../words/marks/rank-change.tsx';
import styles from './rank-cards.module.css';
import { absenceWords, amongWords, KIND_NAMES, PRESENT, rankWords, type PlaceInPeriod } from '../words/rank-words.ts';

type OnBoard = PlayerPage['boards'][number];

/** Where a player stands on each board they have been on, in each period; one of them is chosen, and the rest of the page is about that one. */
export function RankCards({ page: { player, boards, chosen } }: { readonly page: PlayerPage }) {
  return boards.map(({ board, places, bests }) => (
    <section key={board.name} aria-label={`Ranks on ${board.title}`} className="stack loose">
      {boards.length === 1 && board.state === 'listed' ? null : <h2 className={`${section.title} ${styles.title}`}>{boardTitle(board)}</h2>}
      <ul className={`rows ${styles.cards}`}>
        {places.map((place) => (
          <RankCard
            key={place.period.kind}
            username={player.username}
            board={board}
            place={place}
            chosen={chosen.board === board.name && chosen.kind === place.period.kind}
          />
        ))}
      </ul>
      <Bests bests={bests} board={board} />
    </section>
  ));
}

interface RankCardProps {
  readonly username: string;
  readonly board: OnBoard['board'];
  readonly place: PlaceInPeriod;
  readonly chosen: boolean;
}

function RankCard({ username, board, place: { period, place }, chosen }: RankCardProps) {
  const { view } = useView();
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const search = kindSearch(period.kind, { ...view, at: '', board: boardInAddress(board.name) });
  return (
    <li className={`card ${styles.card}`} data-chosen={chosen ? '' : undefined}>
      <Link
        to={{ pathname: playerPath(username), search }}
        aria-current={chosen ? 'true' : undefined}
        preventScrollReset
        className={`line bold ${styles.kind}`}
      >
        {KIND_NAMES[period.kind]}
      </Link>
      {place.kind === 'ranked' ? (
        <>
          <p className={`cluster condensed tabular ${styles.rank}`}>
            {rankWords(place.rank, format)}
            {period.kind === 'all-time' ? null : <RankChange change={place.change} />}
          </p>
          <p className="muted small">{amongWords(place.rank, place.total, format)}</p>
          <p className={`line name tabular ${styles.points}`}>
            <span>
              <Total words={words} total={place.points} /> {words.tag(place.points)}
            </span>
            <TieMark tie={place.tie} total={words.words(place.points)} />
          </p>
        </>
      ) : (
        <p className={`muted small anywhere ${styles.absent}`}>{absenceWords(place.absence, words)}</p>
      )}
      <Link
        to={{ pathname: whyPath(username), search }}
        aria-label={`${place.kind === 'ranked' ? 'Why this rank' : 'Why no rank'}, ${PRESENT[period.kind]}?`}
        className={`${control.link} note ${styles.why}`}
      >
        {place.kind === 'ranked' ? 'Why this rank?' : 'Why?'}
      </Link>
    </li>
  );
}

/** Days beside days: to lead one of a few on a day says less than to lead a month. */
function Bests({ bests, board }: Pick<OnBoard, 'bests' | 'board'>) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  if (bests.length === 0) return <p className="muted">No best rank yet. The first is set when a period with {words.several} ends.</p>;
  return (
    <dl className={`stack ${styles.bests}`}>
      {bests.map(({ kind, day, rank, total, points }) => (
        <div key={kind} className={`cluster muted ${styles.best}`}>
          <dt>{BEST[kind].name}</dt>
          <dd>
            <strong>{rankWords(rank, format)}</strong> of {format.count(total)}, {BEST[kind].when(day)}, {words.words(points)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const BEST = {
  daily: { name: 'Best day', when: dayWords },
  weekly: { name: 'Best week', when: (day: string) => `week of ${dayWords(day)}` },
  monthly: { name: 'Best month', when: monthWords },
  'all-time': { name: 'Best ever', when: dayWords },
} as const;
