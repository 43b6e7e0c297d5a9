import type { ApiHeld } from '../../../contract/operation/held-answers.ts';

const RULES: Readonly<Record<string, string>> = {
  event: 'Limit of one event',
  hour: 'Limit of a player’s hour',
  day: 'Limit of a player’s day',
  history: 'Limit by the player’s best day',
  name: 'A name like another player’s',
};

/** Which limit points exceed. */
export function ruleWords({ rule }: Pick<ApiHeld, 'rule'>): string {
  return RULES[rule] ?? rule;
}
