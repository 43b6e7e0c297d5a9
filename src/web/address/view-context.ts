import { createContext, use } from 'react';

import type { View } from '../../contract/view.ts';

export interface ViewState {
  /** The view on screen: the URL, and the player search, which follows typing one render later. */
  readonly view: View;
  /** The most recently chosen view: ahead of `view` while it loads, otherwise the same. */
  readonly chosen: View;
  readonly typePlayer: (text: string) => void;
  /** Discards the pending player search when navigating to another page. */
  readonly leavePlayer: () => void;
}

export const ViewContext = createContext<ViewState | undefined>(undefined);

export function useView(): ViewState {
  const state = use(ViewContext);
  if (state === undefined) throw new Error('No <ViewContext>');
  return state;
}

/** The player search as typed so far, for its text field and for links that keep it. */
export const TypedContext = createContext('');
