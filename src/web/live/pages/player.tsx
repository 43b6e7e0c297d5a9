import { useLocation } from 'react-router';

import type { LiveSource } from '../../../contract/live-source.ts';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import type { View } from '../../../contract/view.ts';
import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { useView } from '../../address/view-context.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { ShareView } from '../../board/share-view.tsx';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PagePeriod } from '../../site/header/site-pages.ts';
import type { PageContext, PageHead } from '../../site/page.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { loadPlayer, onlyNow } from '../asking/ask-for-page.ts';
import { liveQuestion, pathQuestion, playerQuestion } from '../asking/live-questions.ts';
import { LiveStatus } from '../asking/live-status.tsx';
import { useLiveAnswers } from '../asking/use-live-answers.ts';
import { useLive } from '../asking/use-live.ts';
import { boardInAddress, chosenSearch, parsePlayerPath, playerPath, playerSearch } from '../links/addresses.ts';
import { ChoiceLinks } from '../links/choice-links.tsx';
import { markAsMe } from '../me/mark-as-me.ts';
import { useIsMe } from '../me/me.ts';
import { BoardChoice, loadBoardChoice } from '../board/board-choice.tsx';
import { BoardTable } from '../player/board-table.tsx';
import { Neighbours } from '../player/neighbours.tsx';
import { PathUp } from '../player/path-up.tsx';
import { PlayerFigures } from '../player/player-figures.tsx';
import { UNLOADED_PLAYER, playerHead } from '../player/player-head.ts';
import { leadWords, NOW, PLAYER_WORDS } from '../player/player-words.ts';
import styles from '../player/player.module.css';
import { PointsCharts } from '../player/points-charts.tsx';
import { SeasonStrip } from '../player/season-strip.tsx';
import { PERIODS, RETRYING } from '../words/live-board-words.ts';
import { rankWords } from '../words/rank-words.ts';
import { calendarDay } from '../words/time-words.ts';
import { waitingWords } from '../words/trouble-words.ts';

export async function load(context: PageContext<LiveSource>): Promise<unknown> {
  await onlyNow(context);
  const { source, answers, url } = context;
  return loadPlayer(
    context,
    async (username) => {
      const question = playerQuestion(username, url.search);
      // If this fails, the page is shown without the path up.
      const [page] = await Promise.all([
        answers.ensure(liveQuestion(source, 'player', question)),
        answers.fresh(liveQuestion(source, 'path', pathQuestion(question))).catch(() => undefined),
      ]);
      await loadBoardChoice({ boards: page.names });
      return page;
    },
    (spelled) => playerPath(spelled) + playerSearch(url.search),
  );
}

export function head(_view: View, loaded: PlayerPage | null): PageHead {
  return loaded === null ? UNLOADED_PLAYER : playerHead(loaded);
}

export const period: PagePeriod = { shown: (loaded: PlayerPage | null) => loaded?.chosen.kind, search: chosenSearch };

export function Component() {
  const { pathname } = useLocation();
  return <Player key={pathname} username={parsePlayerPath(pathname) ?? ''} />;
}

/** A player's page: their standing, neighbours, next goals, and history. Kept up to date while it is open. */
function Player({ username }: { readonly username: string }) {
  const { search } = useLocation();
  const question = playerQuestion(username, search);
  const { data, answeredAt, error } = useLive('player', [question], {
    // For another board or period of the same player, the previous content stays until the answer arrives.
    meanwhile: (before) => (before.player.username === username ? before : undefined),
  });
  const isMe = useIsMe(username);
  const connection = useLiveAnswers(data?.mark ?? '', error !== null);
  if (data === undefined) return <PageLayout heading={username} lead={waitingWords('player', error, RETRYING)} />;
  const { player, on, names, chosen } = data;
  const place = on.places.find(({ period }) => period.kind === chosen.kind)!;
  const start = on.places.find(({ period }) => period.kind === 'daily')!.period.start!;
  const own = pathQuestion(question);
  return (
    <div className={styles.page} data-hue={playerHue(player.username)}>
      <div className={styles.head}>
        <Bib id={player.username} name={player.displayName} avatar={player.avatar} size="podium" />
        <div className={styles.who}>
          <h1 className={`condensed anywhere ${styles.name}`}>
            <bdi>{player.displayName}</bdi>
          </h1>
          <p className="muted anywhere">{leadWords(data)}</p>
        </div>
        <div className={`cluster ${styles.controls}`}>
          <ShareView />
          {/* Its text is known late, and may be longer. */}
          <ThisIsMe player={player} />
        </div>
      </div>
      <div className={`cluster spread ${styles.bar}`}>
        <div className={`cluster ${styles.choices}`}>
          <BoardChoice kind={chosen.kind} view={{ board: on.board, boards: names }} />
          <PeriodChoice page={data} on={on} />
        </div>
        <LiveStatus connection={connection} answeredAt={answeredAt} error={error} waiting={false} />
      </div>
      <PlayerFigures page={data} on={on} place={place} />
      <div className={styles.columns}>
        <div className={`stack ${styles.main}`}>
          <SeasonStrip
            key={`${chosen.board} ${chosen.kind}`}
            chosen={chosen}
            on={on}
            question={{ ...own, board: boardInAddress(chosen.board), period: chosen.kind }}
          />
          <PointsCharts chosen={chosen} board={on.board} today={calendarDay(Date.parse(start), on.board.timeZone)} />
          <PathUp question={own} isMe={isMe} />
        </div>
        <div className={`stack ${styles.main}`}>
          <Neighbours page={data} />
          <BoardTable page={data} />
        </div>
      </div>
    </div>
  );
}

/** The kinds of period the page can show, each with the player's rank in it. */
function PeriodChoice({ page: { player, chosen }, on: { board, places } }: { readonly page: PlayerPage; readonly on: PlayerPage['on'] }) {
  const { view } = useView();
  const format = useNumberFormat();
  const choices = PERIOD_KINDS.map((kind) => {
    const place = places.find(({ period }) => period.kind === kind)?.place;
    return {
      key: kind,
      to: { pathname: playerPath(player.username), search: chosenSearch(kind, { ...view, board: boardInAddress(board.name) }) },
      text: (
        <>
          {NOW[kind]} {place?.kind === 'ranked' ? <span className="tabular regular">{rankWords(place.rank, format)}</span> : null}
        </>
      ),
      isShown: kind === chosen.kind,
    };
  });
  return <ChoiceLinks label={PERIODS} choices={choices} />;
}

/** Marks the player on this page as the visitor, or removes the mark. Stored only in this browser. */
function ThisIsMe({ player: { username, displayName } }: { readonly player: PlayerPage['player'] }) {
  const isMe = useIsMe(username);
  const press = () => markAsMe(isMe ? undefined : { username, name: displayName });
  return (
    <button type="button" name="me" className={control.button} onClick={press}>
      {isMe ? PLAYER_WORDS.notMe : PLAYER_WORDS.me}
    </button>
  );
}
