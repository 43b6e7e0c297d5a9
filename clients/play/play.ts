// Podium Rush, the game of the demo: a minute of putting podiums in order. Its points go to the board `podium-rush` by the client for web
// games, with a public key, as those of any game without a server do.
import './play.css';

import { playerHue } from '../../src/domain/colour/player-hues.ts';
import { createLaurels, type Finished, LaurelsProblem, type Play, type Report } from '../web/src/laurels-client.ts';
import { bib, element, ordinal, podium, spoken, you } from './page.ts';
import { playRound, type Result } from './round.ts';

const BOARD = 'podium-rush';
const BOARD_PAGE = `/leaderboard?board=${BOARD}`;
/** Where the site keeps who its visitor is. */
const ME = 'laurels:me';
const ROWS = 8;

const root = document.querySelector<HTMLElement>('#game')!;
const laurels = createLaurels({ url: location.origin, key: root.dataset['key']! });

const said = element('p', { class: 'visually-hidden', 'aria-live': 'assertive' });
const say = (text: string) => (said.textContent = text);
const stage = element('section', { class: 'stage', 'aria-label': 'Game' });
const top = podium('Today’s podium');
const list = element('ol', { class: 'ranks', 'aria-label': 'Today’s ranks' });
const today = element(
  'section',
  { class: 'today', 'aria-labelledby': 'today' },
  element('h2', { id: 'today' }, 'Today’s best'),
  top.element,
  list,
);
root.append(
  element('header', {}, element('a', { href: BOARD_PAGE, class: 'strong' }, `← ${root.dataset['site']!}`)),
  element('main', {}, element('h1', { class: 'condensed' }, 'Podium Rush'), element('div', { class: 'columns' }, stage, today)),
  said,
);

let me: string | undefined;
/** The visitor's place after their last play, which may be below those that are shown. */
let mine: Row | undefined;

interface Row {
  readonly rank: number;
  readonly points: number;
  readonly player: Report['player'];
}

async function showToday(): Promise<void> {
  let standings: readonly Row[];
  try {
    ({ standings } = await laurels.rankings(BOARD, { period: 'daily', limit: ROWS }));
  } catch {
    // The next change asks again.
    return;
  }
  const isShown = mine === undefined || standings.some(({ player }) => player.username === me);
  const rows = isShown ? standings : [...standings, mine!];
  const most = rows[0]?.points ?? 0;
  top.show(
    rows.slice(0, 3).map(({ points, player: { username, displayName, avatar } }) => ({
      text: displayName,
      player: { points: points.toLocaleString('en-US'), username, avatar, isMe: username === me },
    })),
  );
  list.replaceChildren(
    ...rows.slice(3).map(({ rank, points, player: { username, displayName, avatar } }) => {
      const row = element(
        'li',
        { 'data-me': username === me, 'data-hue': String(playerHue(username)) },
        element('span', { class: 'condensed tabular' }, rank.toLocaleString('en-US')),
        bib(displayName, avatar),
        element('bdi', { class: 'grow one-line strong' }, displayName),
        username === me ? you() : undefined,
        element('span', { class: 'bold tabular' }, points.toLocaleString('en-US'), spoken(' points')),
      );
      row.style.setProperty('--share', `${most > 0 ? (100 * Math.max(0, points)) / most : 0}%`);
      return row;
    }),
  );
}

/** The page before a round; `fault` says why there is none, and is about the name if `isName`. */
async function showStart(fault = '', isName = false): Promise<void> {
  const guest = await laurels.knownGuest();
  me = guest?.username;
  const input = element('input', {
    id: 'name',
    name: 'name',
    maxlength: '24',
    autocomplete: 'nickname',
    'aria-describedby': 'about-name fault',
    'aria-invalid': isName ? 'true' : undefined,
  });
  const other = element('button', { type: 'button', class: 'plain' }, 'Play as somebody else');
  const start = element('button', { class: 'primary bold' }, 'Play');
  const form = element(
    'form',
    {},
    ...(guest === undefined
      ? [
          element('label', { for: 'name', class: 'strong' }, 'Your name'),
          input,
          element('p', { id: 'about-name', class: 'note' }, 'Shown on the leaderboard. Leave empty for a generated name.'),
        ]
      : [element('p', { class: 'who' }, 'You play as ', element('bdi', { class: 'strong' }, guest.name), '. ', other)]),
    element('p', { id: 'fault', class: 'fault strong', role: 'alert' }, fault),
    start,
  );
  stage.replaceChildren(
    element('p', { class: 'lead' }, 'One minute. Put as many podiums in order as you can. Everybody gets the same ones today.'),
    form,
    element(
      'ol',
      { class: 'how' },
      element('li', {}, element('strong', {}, 'Read the rule.'), ' It changes: most points, fastest time, fewest strokes.'),
      element(
        'li',
        {},
        element('strong', {}, 'Choose who is first, then who is second.'),
        ' Tap, click, or press ',
        element('kbd', {}, '1'),
        ' ',
        element('kbd', {}, '2'),
        ' ',
        element('kbd', {}, '3'),
        '.',
      ),
      element(
        'li',
        {},
        element('strong', {}, 'Make no mistake.'),
        ' Each podium in a row is worth more, from 20 points up to 40. One with a mistake is worth 10.',
      ),
    ),
  );
  void showToday();
  if (isName) input.focus();
  other.addEventListener('click', () => void laurels.forgetGuest().then(() => showStart('', true)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (start.ariaDisabled === 'true') return;
    start.ariaDisabled = 'true';
    void begin(input.value.trim() || undefined);
  });
}

async function begin(name: string | undefined): Promise<void> {
  let play: Play;
  try {
    await laurels.guest(name);
    play = await laurels.begin(BOARD);
    me = play.username;
  } catch (error) {
    const field = error instanceof LaurelsProblem ? error.errors[0]?.field : undefined;
    return showStart(error instanceof LaurelsProblem ? error.message : 'There is no connection. Try again in a moment.', field === 'name');
  }
  root.dataset['playing'] = '';
  const result = await playRound(stage, play.seed, say);
  delete root.dataset['playing'];
  await showResult(result, play.finish(result.points), play.left === null ? undefined : play.left - 1);
}

/** `left`: the attempts that are left today, if they are counted. */
async function showResult(
  { points, podiums, mistakes, longest }: Result,
  finish: Promise<Finished>,
  left: number | undefined,
): Promise<void> {
  const heading = element(
    'h2',
    { tabindex: '-1', class: 'score' },
    element('span', { class: 'condensed tabular' }, points.toLocaleString('en-US')),
    ' points',
  );
  const rank = element(
    'p',
    { class: 'lead', role: 'status' },
    'Saving your points. Without a connection they are kept on this device, and count later.',
  );
  const again = element('button', { type: 'button', class: 'primary bold' }, 'Play again');
  again.addEventListener('click', () => {
    if (again.ariaDisabled === 'true') return;
    again.ariaDisabled = 'true';
    void begin(undefined);
  });
  stage.replaceChildren(
    heading,
    rank,
    element(
      'p',
      { class: 'actions' },
      left === undefined || left > 0 ? again : undefined,
      element('a', { href: BOARD_PAGE, class: 'strong' }, 'See yourself on the leaderboard'),
      left === undefined ? undefined : element('span', { class: 'note' }, leftWords(left)),
    ),
    element(
      'dl',
      { class: 'figures' },
      ...(
        [
          ['Podiums', podiums],
          ['Best streak', longest],
          ['Mistakes', mistakes],
        ] as const
      ).map(([label, value]) =>
        element('div', {}, element('dt', { class: 'note' }, label), element('dd', { class: 'condensed tabular' }, String(value))),
      ),
    ),
  );
  heading.focus();
  const guest = await laurels.knownGuest();
  if (guest !== undefined) remember(guest);
  const finished = await finish;
  // Another round may have begun.
  if (!rank.isConnected) return;
  if (finished.outcome === 'counted') {
    const day = finished.report.periods.find(({ kind }) => kind === 'daily');
    if (day?.rank !== undefined) mine = { rank: day.rank, points: day.points ?? points, player: finished.report.player };
  }
  rank.textContent = wordsFor(finished, points);
  await showToday();
}

function wordsFor(finished: Finished, points: number): string {
  if (finished.outcome === 'held') return `Your points are on hold until a moderator looks at them: ${finished.reason}`;
  if (finished.outcome === 'refused') return `Your points were refused: ${finished.reason}`;
  const day = finished.report.periods.find(({ kind }) => kind === 'daily');
  if (day?.rank === undefined) return 'Your points count.';
  const best = day.points ?? points;
  const ofBest = best > points ? `, with your best of ${best.toLocaleString('en-US')}` : '';
  const ahead = day.next
    ? `${day.next.points.toLocaleString('en-US')} more and you are ${ordinal(day.next.rank)}.`
    : 'Nobody is ahead of you.';
  return `You are ${ordinal(day.rank)} today${ofBest}. ${ahead}`;
}

function leftWords(left: number): string {
  if (left <= 0) return 'That was your last attempt today.';
  return left === 1 ? 'One attempt left today.' : `${left} attempts left today.`;
}

/** Marks the visitor’s row on the site. */
function remember({ username, name }: { readonly username: string; readonly name: string }): void {
  try {
    localStorage.setItem(ME, JSON.stringify({ username, name }));
  } catch {}
}

laurels.watch(BOARD, () => void (root.dataset['playing'] === undefined && showToday()));
void showStart();
