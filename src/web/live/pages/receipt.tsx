import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { Section } from '../../ui/section.tsx';
import { type LiveSource } from '../../../contract/live-source.ts';
import type { Receipt } from '../../../contract/player-answers.ts';
import { viewToSearch, type View } from '../../../contract/view.ts';
import { whenOf } from '../../../contract/when.ts';
import { PERIOD_KINDS, type PeriodKind } from '../../../domain/calendar.ts';
import { Link } from '../../address/link.tsx';
import { ShareView } from '../../board/share-view.tsx';
import { isolated } from '../../../domain/names/isolated.ts';
import { type NumberFormat, useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import { secondWords, momentWithin, periodName } from '../words/time-words.ts';
import { liveQuestion, receiptQuestion } from '../asking/live-questions.ts';
import { asBefore, useLive } from '../asking/use-live.ts';
import {
  chosenSearch,
  kindSearch,
  parseBefore,
  parsePlayerPath,
  playerPath,
  whyPath,
  withBefore,
  boardInAddress,
} from '../links/addresses.ts';
import { ChoiceLinks } from '../links/choice-links.tsx';
import { loadPlayer } from '../asking/ask-for-page.ts';
import { UNLOADED_PLAYER } from '../player/player-head.ts';
import { waitingWords } from '../words/trouble-words.ts';
import { PERIODS, RELOAD } from '../words/live-board-words.ts';
import { absenceWords, KIND_NAMES, rankWords, SETTLED } from '../words/rank-words.ts';
import { boardTitle } from '../words/board-view.ts';
import { receiptHead, RECEIPT_WORDS, boundaryWords, eventsWords, scoringWords, tieWords, unreadWords } from '../receipt/receipt-words.ts';
import { ActivityList, ReceiptTable, DayTable } from '../receipt/receipt-table.tsx';
import pager from '../../board/pager.module.css';
import control from '../../ui/control.module.css';
import styles from '../receipt/receipt.module.css';
import { SumCheck } from '../receipt/sum-check.tsx';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import { useView } from '../../address/view-context.ts';

export function load(context: PageContext<LiveSource>): Promise<unknown> {
  const { source, answers, view, url } = context;
  const before = parseBefore(url.search);
  return loadPlayer(
    context,
    async (username) => {
      // Throws for an invalid `at`, which no server needs to check.
      whenOf(view.at);
      return answers.ensure(liveQuestion(source, 'receipt', receiptQuestion(username, view), before));
    },
    (spelled) => whyPath(spelled) + withBefore(viewToSearch(view), before),
  );
}

export function head(_view: View, loaded: Receipt | null, format: NumberFormat): PageHead {
  return loaded === null ? UNLOADED_PLAYER : receiptHead(loaded, format);
}

export function Component() {
  const { pathname } = useLocation();
  return <Why key={pathname} username={parsePlayerPath(pathname) ?? ''} />;
}

/** Explains a player's rank: the events behind the total, and the rules applied to them. */
function Why({ username }: { readonly username: string }) {
  const { view } = useView();
  const { search } = useLocation();
  const format = useNumberFormat();
  const before = parseBefore(search);
  const question = receiptQuestion(username, view);
  const { data: receipt, error } = useLive('receipt', [question, before], { meanwhile: asBefore });
  if (receipt === undefined) return <PageLayout heading={RECEIPT_WORDS.title} lead={waitingWords('events', error, RELOAD)} />;
  const { player, place, board, period, moment } = receipt;
  const when = moment === null ? SETTLED[period.state] : `, as it stood ${momentWithin(period.kind, Date.parse(moment), board.timeZone)}`;
  return (
    <PageLayout
      heading={
        place.kind === 'ranked'
          ? RECEIPT_WORDS.whyRank(isolated(player.displayName), moment === null, rankWords(place.rank, format))
          : RECEIPT_WORDS.whyNoRank(isolated(player.displayName), moment === null)
      }
      lead={`${boardTitle(board)}, ${periodName(period, board.timeZone)}${when}.`}
      controls={<ShareView />}
    >
      <div>
        <Link to={{ pathname: playerPath(player.username), search: chosenSearch(period.kind, view) }} className={control.link}>
          <span>
            {RECEIPT_WORDS.backTo} <bdi>{player.displayName}</bdi>
          </span>
        </Link>
        <KindChoice receipt={receipt} />
      </div>
      <Facts receipt={receipt} />
      <ActivityList receipt={receipt} />
      <Events receipt={receipt}>
        <SumCheck receipt={receipt} question={question} isFirst={before === ''} />
      </Events>
    </PageLayout>
  );
}

function KindChoice({ receipt: { player, period, board } }: { readonly receipt: Receipt }) {
  const { view } = useView();
  const why = (kind: PeriodKind, at: string) => ({
    pathname: whyPath(player.username),
    search: kindSearch(kind, { ...view, at, board: boardInAddress(board.name) }),
  });
  const kinds = PERIOD_KINDS.map((kind) => ({ key: kind, to: why(kind, view.at), text: KIND_NAMES[kind], isShown: kind === period.kind }));
  const now = { key: 'now', to: why(period.kind, ''), text: RECEIPT_WORDS.now, isShown: false };
  return <ChoiceLinks label={PERIODS} choices={view.at === '' ? kinds : [...kinds, now]} />;
}

function Facts({ receipt }: { readonly receipt: Receipt }) {
  const format = useNumberFormat();
  const { place, board, period } = receipt;
  const words = useUnitWords(board);
  const tie = tieWords(receipt, words);
  return (
    <dl className={`card anywhere ${styles.facts}`}>
      <dt>{RECEIPT_WORDS.facts.rank}</dt>
      <dd>
        {place.kind === 'ranked'
          ? RECEIPT_WORDS.reached(
              rankWords(place.rank, format),
              format.count(place.total),
              words.words(place.points),
              secondWords(Date.parse(place.reachedAt), board.timeZone),
            )
          : absenceWords(place.absence, words)}
      </dd>
      {tie === undefined ? null : (
        <>
          <dt>{RECEIPT_WORDS.facts.tie}</dt>
          <dd>{tie}</dd>
        </>
      )}
      <dt>{RECEIPT_WORDS.facts.rule}</dt>
      <dd>{scoringWords(board, words)}</dd>
      <dt>{RECEIPT_WORDS.facts.period}</dt>
      <dd>{boundaryWords(period, board)}</dd>
    </dl>
  );
}

function Events({ receipt, children }: { readonly receipt: Receipt; readonly children: ReactNode }) {
  const format = useNumberFormat();
  const { events, total, next, shown } = receipt;
  if (shown !== 'all')
    return (
      <Section id="events" title={shown === 'by-day' ? RECEIPT_WORDS.byDay : RECEIPT_WORDS.list}>
        <p>{unreadWords(shown)}</p>
        <DayTable receipt={receipt} />
      </Section>
    );
  return (
    <Section id="events" title={eventsWords(total, format).replace(/^./, (letter) => letter.toUpperCase())}>
      {children}
      {events.length > 0 ? <ReceiptTable receipt={receipt} /> : next === null ? null : <p>{RECEIPT_WORDS.emptyPage}</p>}
      <Pages next={next} />
    </Section>
  );
}

/** Newest first, so the next page has older events. */
function Pages({ next }: { readonly next: string | null }) {
  const { view } = useView();
  const { pathname, search } = useLocation();
  const here = viewToSearch(view);
  const first = parseBefore(search) === '';
  if (first && next === null) return null;
  return (
    <nav aria-label={RECEIPT_WORDS.pages} className={`line spread ${pager.pager}`}>
      {first ? (
        <span />
      ) : (
        <Link to={{ pathname, search: here }} className={control.button}>
          {RECEIPT_WORDS.newest}
        </Link>
      )}
      {next === null ? null : (
        <Link to={{ pathname, search: withBefore(here, next) }} className={control.button}>
          {RECEIPT_WORDS.older}
        </Link>
      )}
    </nav>
  );
}
