import { useLocation } from 'react-router';

import type { LiveSource } from '../../../contract/live-source.ts';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import { viewToSearch, type View } from '../../../contract/view.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { useView } from '../../address/view-context.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { ShareView } from '../../board/share-view.tsx';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import control from '../../ui/control.module.css';
import { notify } from '../../ui/floating/notice.ts';
import { Section } from '../../ui/section.tsx';
import { loadPlayer, onlyNow } from '../asking/ask-for-page.ts';
import { liveQuestion, playerQuestion } from '../asking/live-questions.ts';
import { LiveStatus } from '../asking/live-status.tsx';
import { useLiveAnswers } from '../asking/use-live-answers.ts';
import { useLive } from '../asking/use-live.ts';
import { parsePlayerPath, playerPath } from '../links/addresses.ts';
import { useIsMe, writeMe } from '../me/me.ts';
import { forgetVisits } from '../me/visits.ts';
import { Neighbours } from '../player/neighbours.tsx';
import { PastCharts } from '../player/past-charts.tsx';
import { PathUp } from '../player/path-up.tsx';
import { UNLOADED_PLAYER, playerHead } from '../player/player-head.ts';
import styles from '../player/player.module.css';
import { RankCards } from '../player/rank-cards.tsx';
import { dayWords, calendarDay } from '../words/time-words.ts';
import { waitingWords } from '../words/trouble-words.ts';

export async function load(context: PageContext<LiveSource>): Promise<unknown> {
  await onlyNow(context);
  const { source, answers, view } = context;
  return loadPlayer(
    context,
    async (username) => {
      const question = playerQuestion(username, view);
      // The page goes without the way up rather than not at all.
      const [page] = await Promise.all([
        answers.ensure(liveQuestion(source, 'player', question)),
        answers.fresh(liveQuestion(source, 'path', question)).catch(() => undefined),
      ]);
      return page;
    },
    (spelled) => playerPath(spelled) + viewToSearch(view),
  );
}

export function head(_view: View, loaded: PlayerPage | null): PageHead {
  return loaded === null ? UNLOADED_PLAYER : playerHead(loaded);
}

export function Component() {
  const { pathname } = useLocation();
  return <Player key={pathname} username={parsePlayerPath(pathname) ?? ''} />;
}

/** One player: where they stand, who is near, what they need next, and how they got there. Kept true while the page is open. */
function Player({ username }: { readonly username: string }) {
  const { view } = useView();
  const question = playerQuestion(username, view);
  const { data, answeredAt, error } = useLive('player', [question], {
    // Another board or period of the same player: what is shown stays until the answer is there.
    meanwhile: (before) => (before.player.username === username ? before : undefined),
  });
  const connection = useLiveAnswers(data?.mark ?? '', error !== null);
  if (data === undefined) return <PageLayout heading={username} lead={waitingWords('player', error, 'Retrying automatically.')} />;
  const { player, since, boards, chosen } = data;
  const { board, places } = boards.find((one) => one.board.name === chosen.board) ?? {};
  const start = places?.find(({ period }) => period.kind === 'daily')?.period.start;
  return (
    <PageLayout
      heading={
        <span className={`cluster ${styles.name}`}>
          <Bib id={player.username} name={player.displayName} avatar={player.avatar} size="podium" />
          <bdi>{player.displayName}</bdi>
        </span>
      }
      lead={leadOf(player, since)}
      controls={
        <div className={`cluster ${styles.controls}`}>
          <ShareView />
          {/* Its words are known late, and may be longer. */}
          <ThisIsMe player={player} />
        </div>
      }
    >
      <LiveStatus connection={connection} answeredAt={answeredAt} error={error} waiting={false} />
      <RankCards page={data} />
      <Neighbours page={data} />
      <PathUp question={question} />
      <Section id="past" title="History">
        {board === undefined || typeof start !== 'string' ? null : (
          <PastCharts chosen={chosen} board={board} question={question} today={calendarDay(Date.parse(start), board.timeZone)} />
        )}
      </Section>
    </PageLayout>
  );
}

/** Since when they have points, and the name by which a game knows them where it is another one. */
function leadOf({ username, displayName }: PlayerPage['player'], since: PlayerPage['since']): string {
  const words = [
    ...(displayName === username ? [] : [`Username: ${isolated(username)}.`]),
    ...(since === null ? [] : [`On the boards since ${dayWords(since)}.`]),
  ];
  return words.join(' ');
}

/** Says that the player on this page is the person in front of the screen, or takes it back. Only this browser knows. */
function ThisIsMe({ player: { username, displayName } }: { readonly player: PlayerPage['player'] }) {
  const isMe = useIsMe(username);
  const press = () => {
    // What was remembered was remembered for whoever this was before.
    forgetVisits();
    writeMe(isMe ? undefined : { username, name: displayName });
    notify(isMe ? 'Your row is no longer marked.' : 'Your row is now marked on every board, on this device only.');
  };
  return (
    <button type="button" name="me" className={control.button} onClick={press}>
      {isMe ? 'This is not me' : 'This is me'}
    </button>
  );
}
