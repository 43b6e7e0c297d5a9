import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { PathToPodium } from '../../../contract/player-answers.ts';
import { nextPrize, prizeOf } from '../../../domain/highlights/prize-groups.ts';
import side from '../../beside/side.module.css';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { useNumberFormat, type NumberFormat, useUnitWords } from '../../ui/number-format.ts';
import { BesideSection } from '../../beside/beside-section.tsx';
import { useRoomBeside } from '../asking/in-browser.ts';
import { asBefore, useLive } from '../asking/use-live.ts';
import { PlayerLink } from '../links/player-link.tsx';
import type { Me } from '../me/me.ts';
import type { MyPlace } from '../me/mine.tsx';
import { RankChange } from '../words/marks/rank-change.tsx';
import { absenceWords, rankWords } from '../words/rank-words.ts';
import styles from './beside-board.module.css';
import { BESIDE_WORDS } from './beside-words.ts';

const ASK_EVERY_MS = 10_000;

type Target = PathToPodium['targets'][number];

interface OwnStandingProps {
  readonly me: Me;
  readonly view: LiveBoardView;
  readonly my: MyPlace | undefined;
}

/** The visitor's own standing, the gap to the next prize, and how to earn it. */
export function OwnStanding({ me, view, my }: OwnStandingProps) {
  const { board, period, later, moment } = view;
  const isSeen = useRoomBeside();
  const { data } = useLive('path', [{ username: me.username, board: board.name, period: period.kind, at: '' }], {
    isAsked: isSeen && later === null && moment === null,
    meanwhile: asBefore,
    every: { ms: ASK_EVERY_MS, of: [my?.rank, my?.points] },
  });
  const path = data?.board.name === board.name && data.period.kind === period.kind ? data : undefined;
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const { kind } = period;
  return (
    <BesideSection
      id="you"
      title={
        <>
          {BESIDE_WORDS.you} <PlayerLink username={me.username} name={me.name} kind={kind} />
        </>
      }
      className={styles.room}
    >
      {my === undefined ? (
        <p className={side.note}>{path?.place.kind === 'absent' ? absenceWords(path.place.absence, words) : ''}</p>
      ) : (
        <>
          <p className={`line ${styles.rank}`}>
            <strong>{rankWords(my.rank, format)}</strong>
            {kind === 'all-time' ? null : <RankChange change={my.change} />}
          </p>
          <p className={side.note}>{placeWords(view, my.rank, path?.targets ?? [], words, format)}</p>
        </>
      )}
    </BesideSection>
  );
}

function placeWords(
  { prizes, board }: LiveBoardView,
  rank: number,
  targets: readonly Target[],
  words: UnitWords,
  format: NumberFormat,
): string {
  const won = prizeOf(prizes, rank);
  const wins = won === '' ? '' : BESIDE_WORDS.onCourse(won);
  if (rank === 1) return wins + BESIDE_WORDS.lead;
  const better = nextPrize(prizes, rank);
  const target = targets.find((one) => one.rank === (better?.to ?? rank - 1));
  if (target === undefined) return wins;
  const missing = `${words.gap(target.missing)}${board.direction === 'low' ? ` ${words.better}` : ''}`;
  return `${wins}${BESIDE_WORDS.missing(missing, rankWords(target.rank, format), target.prize)}${planWords(target, format)}.`;
}

function planWords({ outlook }: Target, format: NumberFormat): string {
  if (outlook.kind !== 'plans') return '';
  return `: ${outlook.plans[0]!.steps.map(({ title, times }) => `${format.count(times)} × ${title}`).join(', ')}`;
}
