import { useState, type KeyboardEvent } from 'react';

import { onDemand } from '../../ui/floating/on-demand.tsx';
import { PlayerSearch } from '../../site/header/player-search.tsx';
import { useView } from '../../address/view-context.ts';
import { moveByArrow } from '../../ui/arrow-keys.ts';
import type { WantedSuggestions } from './suggestions.tsx';

const Suggesting = onDemand(() => import('./suggestions.tsx'), 'Suggesting');

/**
 * The header's search in the live edition. It filters the board shown, and suggests matches while it has the focus: all of them on a page
 * without a board, additional ones if the board has few. After Ctrl K it suggests anything, and Enter follows the first suggestion.
 */
export function LiveHeaderSearch() {
  const { view, leavePlayer } = useView();
  const [wanted, want] = useState<WantedSuggestions>('nothing');
  const [isFirstFollowed, followFirst] = useState(false);
  const [wasOpen, setOpened] = useState(false);
  if (wanted !== 'nothing' && !wasOpen) setOpened(true);

  const open = () => want((before) => (before === 'nothing' ? 'others' : before));
  const close = () => {
    want('nothing');
    followFirst(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isInBox = event.target instanceof HTMLInputElement;
    if (event.key === 'Escape') {
      if (!isInBox) event.currentTarget.querySelector('input')?.focus();
      return close();
    }
    if (isInBox && event.key === 'ArrowDown') open();
    if (isInBox && event.key === 'Enter' && wanted === 'anything') {
      event.preventDefault();
      followFirst(true);
    }
    moveByArrow(event);
  };

  const follow = () => {
    leavePlayer();
    close();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the box and the links in it
    <div
      onFocus={open}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
      onInput={({ currentTarget }) => {
        followFirst(false);
        // Letters typed before hydration arrive without a focus event.
        if (currentTarget.contains(document.activeElement)) open();
      }}
      onKeyDown={onKeyDown}
    >
      <PlayerSearch onKey={() => want('anything')}>
        {view.board === '' ? null : <input type="hidden" name="board" value={view.board} />}
      </PlayerSearch>
      {wasOpen ? <Suggesting wanted={wanted} isFirstFollowed={isFirstFollowed} onFollow={follow} /> : null}
    </div>
  );
}
