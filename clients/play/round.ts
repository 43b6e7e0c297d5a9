import { element, type Placed, podium, PLACES } from './page.ts';
import { podiumsOf, worthOf } from './rules.ts';

const SECONDS = 60;
const COUNTDOWN = 3;
/** How long a finished podium and a mistake are shown, in milliseconds. No player can be faster than this, and guessing is slower. */
const SHOWN_MS = 350;
const MISTAKE_MS = 700;

const NOBODY = [undefined, undefined, undefined];

export interface Result {
  readonly points: number;
  readonly podiums: number;
  readonly mistakes: number;
  readonly longest: number;
}

/** Plays the one-minute round of a seed in `stage`. `say` announces text to screen readers. */
export async function playRound(stage: HTMLElement, seed: string, say: (text: string) => void): Promise<Result> {
  const podiums = podiumsOf(seed);
  const figure = (label: string) => {
    const value = element('dd', { class: 'condensed tabular' }, '0');
    return { value, element: element('div', {}, element('dt', { class: 'note' }, label), value) };
  };
  const [left, score, row] = [figure('Time left'), figure('Points'), figure('Streak')];
  const progress = element('progress', { max: String(SECONDS), value: String(SECONDS), 'aria-label': 'Time left' });
  const rule = element('h2', { class: 'rule', id: 'rule' });
  const board = podium('Your podium');
  const buttons = [1, 2, 3].map((n) =>
    element(
      'button',
      { type: 'button', class: 'contender', 'aria-describedby': 'rule' },
      element('kbd', { 'aria-hidden': 'true' }, String(n)),
      element('span', { class: 'what condensed tabular' }),
      element('span', { class: 'mark' }),
    ),
  );
  const choices = element('div', { class: 'contenders', role: 'group', 'aria-label': 'Who is next?' }, ...buttons);
  stage.replaceChildren(
    element('dl', { class: 'figures' }, left.element, score.element, row.element),
    progress,
    rule,
    board.element,
    choices,
  );
  left.value.textContent = String(SECONDS);

  board.show(NOBODY);
  choices.hidden = true;
  for (let n = COUNTDOWN; n > 0; n -= 1) {
    rule.textContent = `Ready? ${n}`;
    if (n === COUNTDOWN) say('Get ready. Keys 1, 2 and 3 choose.');
    await sleep(1000);
  }
  choices.hidden = false;
  // Focused, so that Enter works as well as the number keys.
  buttons[0]!.focus({ preventScroll: true });

  return new Promise((resolve) => {
    const endsAt = performance.now() + 1000 * SECONDS;
    const result = { points: 0, podiums: 0, mistakes: 0, longest: 0 };
    let streak = 0;
    let taken = 0;
    let hadMistake = false;
    let isLocked = false;
    let placed: readonly (Placed | undefined)[] = NOBODY;

    function present(before = ''): void {
      const next = podiums[result.podiums];
      if (next === undefined) return end();
      [taken, hadMistake, isLocked, placed] = [0, false, false, NOBODY];
      rule.textContent = next.rule;
      for (const [i, button] of buttons.entries()) mark(button, next.contenders[i]!.text);
      board.show(NOBODY);
      say(`${before}${next.rule}. ${next.contenders.map(({ text }, i) => `${i + 1}: ${text}`).join('. ')}.`);
    }

    function mark(button: HTMLButtonElement, text: string): void {
      button.querySelector('.what')!.textContent = text;
      button.querySelector('.mark')!.textContent = '';
      button.removeAttribute('aria-disabled');
      button.removeAttribute('data-state');
    }

    function pick(i: number): void {
      const button = buttons[i]!;
      if (isLocked || button.ariaDisabled === 'true') return;
      const { text, place } = podiums[result.podiums]!.contenders[i]!;
      if (place !== taken + 1) return miss(button);
      take(button, text, place);
      if (taken < 2) return say(`${PLACES[place - 1]!}: ${text}.`);
      // The remaining one is third.
      const last = podiums[result.podiums]!.contenders.findIndex((each) => each.place === 3);
      take(buttons[last]!, podiums[result.podiums]!.contenders[last]!.text, 3);
      isLocked = true;
      const worth = worthOf(streak, hadMistake);
      result.points += worth;
      result.podiums += 1;
      streak = hadMistake ? 0 : streak + 1;
      result.longest = Math.max(result.longest, streak);
      score.value.textContent = result.points.toLocaleString('en-US');
      row.value.textContent = String(streak);
      rule.textContent = `+${worth}`;
      setTimeout(() => timer !== undefined && present(`Right, ${worth}. `), SHOWN_MS);
    }

    function take(button: HTMLButtonElement, text: string, place: number): void {
      taken = place;
      placed = placed.with(place - 1, { text });
      board.show(placed);
      button.ariaDisabled = 'true';
      button.dataset['state'] = 'placed';
      button.querySelector('.mark')!.textContent = PLACES[place - 1]!;
    }

    function miss(button: HTMLButtonElement): void {
      [isLocked, hadMistake, streak] = [true, true, 0];
      result.mistakes += 1;
      row.value.textContent = '0';
      button.dataset['state'] = 'wrong';
      button.querySelector('.mark')!.textContent = 'No';
      say('No. Another one comes first.');
      setTimeout(() => {
        isLocked = false;
        if (button.dataset['state'] !== 'wrong') return;
        delete button.dataset['state'];
        button.querySelector('.mark')!.textContent = '';
      }, MISTAKE_MS);
    }

    const onKey = (event: KeyboardEvent) => {
      const i = ['1', '2', '3'].indexOf(event.key);
      if (i === -1 || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      pick(i);
    };
    for (const [i, button] of buttons.entries()) button.addEventListener('click', () => pick(i));
    addEventListener('keydown', onKey);

    let shown = SECONDS;
    let timer: ReturnType<typeof setInterval> | undefined = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
      if (seconds === shown) return;
      shown = seconds;
      left.value.textContent = String(seconds);
      progress.value = seconds;
      stage.toggleAttribute('data-hurry', seconds <= 10);
      if (seconds === 30 || seconds === 10) say(`${seconds} seconds left.`);
      if (seconds === 0) end();
    }, 100);

    function end(): void {
      clearInterval(timer);
      timer = undefined;
      removeEventListener('keydown', onKey);
      stage.removeAttribute('data-hurry');
      resolve(result);
    }

    present();
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
