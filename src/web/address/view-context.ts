import { createContext, use } from 'react';

import type { View } from '../../contract/view.ts';

export interface ViewState {
  /** What the screen shows: the address, and the player search, which follows typing a render later. */
  readonly view: View;
  /** What was chosen last: another view while that is loaded, and else the one that is shown. */
  readonly chosen: View;
  readonly typePlayer: (text: string) => void;
  /** Leaves the text typed so far to the page it was typed on, when another one is gone to. */
  readonly leavePlayer: () => void;
}

export const ViewContext = createContext<ViewState | undefined>(undefined);

export function useView(): ViewState {
  const state = use(ViewContext);
  if (state === undefined) throw new Error('No <ViewContext>');
  return state;
}

/** The player search as typed so far, for its box and for links that carry it along. */
export const TypedContext = createContext('');
