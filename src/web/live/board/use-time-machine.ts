import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { notify } from '../../ui/floating/notice.ts';
import { useView } from '../../address/view-context.ts';
import { useLiveEdition } from '../asking/use-live.ts';
import { prefetchPlayed, TimeMachine } from './loaded-time-machine.ts';
import { PastPeriod } from './period-bar.tsx';
import { settledAt } from '../words/board-view.ts';

interface TimeMachineDoor {
  readonly isOpen: boolean;
  readonly open: () => void;
  /** Whoever uses it where it stands open by itself has it stay. */
  readonly keep: () => void;
  /** Leads back to how the period is now, or how it ended. */
  readonly close: () => void;
}

/** Whether the time machine stands open: where a visitor opened it, and wherever a moment is shown. */
export function useTimeMachine(view: LiveBoardView): TimeMachineDoor {
  const [wanted, setWanted] = useState(view.moment !== null);
  const { view: asked } = useView();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { answers, source } = useLiveEdition();
  const isOpen = wanted || view.moment !== null || asked.view === 'race';

  const open = async () => {
    const [isThere] = await Promise.all([TimeMachine.load(), PastPeriod.load(), prefetchPlayed(answers, source, asked.board, view)]);
    if (isThere) setWanted(true);
    else notify('The replay could not be loaded. Try again in a moment.');
  };
  const close = () => {
    setWanted(false);
    if (view.moment === null) return;
    void navigate({ pathname, search: viewToSearch({ ...asked, at: settledAt(view) }) }, { replace: true, preventScrollReset: true });
  };
  return { isOpen, open: () => void open(), keep: () => setWanted(true), close };
}
