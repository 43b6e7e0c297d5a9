// The building blocks of the Podium Rush page.
import { playerHue } from '../../src/domain/colour/player-hues.ts';
import { initials } from '../../src/domain/names/initials.ts';

type Child = Node | string | undefined;

/** An element with attributes and children. Attributes that are `undefined` or `false` are omitted. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Text for screen readers only. */
export const spoken = (text: string) => element('span', { class: 'visually-hidden' }, text);

/** The API's avatar for a player who chose none. */
const NO_AVATAR = '🎮';

export const PLACES = ['1st', '2nd', '3rd'] as const;

/** The occupant of a place: an item of the game, or a player with their points. */
export interface Placed {
  readonly text: string;
  readonly player?: { readonly points: string; readonly username: string; readonly avatar: string; readonly isMe: boolean };
}

/** The plate with a player's emoji, or their initials. */
export function bib(name: string, avatar: string): HTMLElement {
  return element('span', { class: 'bib', 'aria-hidden': 'true' }, avatar === NO_AVATAR ? initials(name) : avatar);
}

export const you = () => element('span', { class: 'you' }, 'You');

/** A podium of three plates: 2nd, 1st, 3rd. */
export function podium(label: string) {
  const slots = [2, 1, 3].map((place) => {
    const holder = element('div', { class: 'holder' });
    const plate = element('div', { class: 'plate condensed', 'aria-hidden': 'true' }, PLACES[place - 1]);
    return { place, holder, lane: element('li', { 'data-place': String(place) }, holder, plate) };
  });

  function holds(place: number, { text, player }: Placed): Node[] {
    const name = [spoken(`${PLACES[place - 1]!}, `), element('bdi', { class: 'what' }, text)];
    if (player === undefined) return name;
    const points = element('span', { class: 'condensed tabular' }, player.points, spoken(' points'));
    return [bib(text, player.avatar), ...name, points, ...(player.isMe ? [you()] : [])];
  }

  return {
    element: element('ol', { class: 'podium', 'aria-label': label }, ...slots.map(({ lane }) => lane)),
    /** Shows the players in 1st, 2nd and 3rd place. */
    show(placed: readonly (Placed | undefined)[]): void {
      for (const { place, holder, lane } of slots) {
        const at = placed[place - 1];
        lane.toggleAttribute('data-me', at?.player?.isMe === true);
        lane.toggleAttribute('data-taken', at !== undefined);
        if (at?.player !== undefined) holder.dataset['hue'] = String(playerHue(at.player.username));
        const shown = at === undefined ? [spoken(`${PLACES[place - 1]!}, open`)] : holds(place, at);
        // An unchanged place is not animated again.
        if (element('div', {}, ...shown).innerHTML !== holder.innerHTML) holder.replaceChildren(...shown);
      }
    },
  };
}

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function ordinal(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n.toLocaleString('en-US')}${ending}`;
}
