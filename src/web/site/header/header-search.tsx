import { createContext, type ReactNode } from 'react';

import { PlayerSearch } from './player-search.tsx';

/** What stands in the header to find players with, where an edition has more than the filter. */
export const HeaderSearch = createContext<ReactNode>(<PlayerSearch />);
