import type { LiveSource, PlayerQuestion } from '../../../../contract/live-source.ts';
import type { View } from '../../../../contract/view.ts';
import { leaderboardQuestion, LIVE } from '../../asking/live-questions.ts';

export function playerOf(source: LiveSource, question: PlayerQuestion) {
  return { key: [LIVE, 'player', question], ask: () => source.player(question), retries: 0 };
}

export function historyOf(source: LiveSource, question: PlayerQuestion, within: string) {
  return { key: [LIVE, 'history', question, within], ask: () => source.history(question, within), retries: 0 };
}

export function pathOf(source: LiveSource, question: PlayerQuestion) {
  return { key: [LIVE, 'path', question], ask: () => source.path(question), retries: 0 };
}

export function receiptOf(source: LiveSource, question: PlayerQuestion, before: string) {
  return { key: [LIVE, 'receipt', question, before], ask: () => source.receipt(question, before), retries: 0 };
}

/** What a player's page asks: board and kind of period as the leaderboards page reads them; a player is shown as of now. */
export function playerQuestion(username: string, view: View): PlayerQuestion {
  const { board, period } = leaderboardQuestion(view);
  return { username, board, period, at: '' };
}

/** What the page of a receipt asks: that of any period, also one that is over. */
export function receiptQuestion(username: string, view: View): PlayerQuestion {
  return { ...playerQuestion(username, view), at: view.at };
}
