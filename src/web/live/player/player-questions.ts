import { queryOptions } from '@tanstack/react-query';

import type { LiveSource, PlayerQuestion } from '../../../contract/live-source.ts';
import type { View } from '../../../contract/view.ts';
import { leaderboardQuestion, LIVE } from '../asking/live-questions.ts';

export function playerOf(source: LiveSource, question: PlayerQuestion) {
  return queryOptions({ queryKey: [LIVE, 'player', question], queryFn: () => source.player(question), retry: false });
}

export function historyOf(source: LiveSource, question: PlayerQuestion, within: string) {
  return queryOptions({ queryKey: [LIVE, 'history', question, within], queryFn: () => source.history(question, within), retry: false });
}

export function careerOf(source: LiveSource, question: PlayerQuestion) {
  return queryOptions({ queryKey: [LIVE, 'career', question], queryFn: () => source.career(question), retry: false });
}

export function pathOf(source: LiveSource, question: PlayerQuestion) {
  return queryOptions({ queryKey: [LIVE, 'path', question], queryFn: () => source.path(question), retry: false });
}

export function receiptOf(source: LiveSource, question: PlayerQuestion, before: string) {
  return queryOptions({ queryKey: [LIVE, 'receipt', question, before], queryFn: () => source.receipt(question, before), retry: false });
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
