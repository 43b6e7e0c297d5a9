import type { SearchEntry } from '../domain/search/search.ts';

/** Five results of all three types. "Falcon" is in a player and in a tournament, to show that text and category combine. */
export const SAMPLE_SEARCH_ENTRIES: readonly SearchEntry[] = [
  { id: 'p01', type: 'player', title: 'NovaFalcon', subtitle: 'Leads the daily board', avatar: '🦅', extra: '12,480 points' },
  { id: 'p03', type: 'player', title: 'LunaTide', subtitle: 'On the podium all week', avatar: '🌙', extra: '10,150 points' },
  { id: 's3', type: 'tournament', title: 'Falcon Cup', subtitle: 'Knockout, 64 players', avatar: '🏆', extra: 'Starts Friday' },
  { id: 's4', type: 'tournament', title: 'Midnight Relay', subtitle: 'Teams of four, 24 hours', avatar: '🏁', extra: 'Open now' },
  { id: 's5', type: 'achievement', title: 'Photo Finish', subtitle: 'Win by less than ten points', avatar: '📸', extra: 'Held by 3%' },
];
