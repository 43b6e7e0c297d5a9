import { useSyncExternalStore } from 'react';

import { playerHue } from '../../../domain/colour/player-hues.ts';
import { initials } from '../../../domain/names/initials.ts';
import { emojiSupport } from './emoji-support.ts';
import styles from './bib.module.css';

/** A player's number plate: a cut-corner square with their emoji, or initials without a drawable one. Decorative: the name is beside it. */
export function Bib({
  id,
  name,
  avatar,
  size,
}: {
  readonly id: string;
  readonly name: string;
  readonly avatar: string;
  readonly size: 'podium' | 'row' | 'small';
}) {
  const drawable = useSyncExternalStore(
    emojiSupport.subscribe,
    () => avatar !== '' && emojiSupport.canDraw(avatar),
    () => avatar !== '',
  );
  return (
    <span aria-hidden="true" className={`${styles.bib} ${styles[size]}`} data-hue={playerHue(id)} data-initials={drawable ? undefined : ''}>
      {drawable ? avatar : initials(name)}
    </span>
  );
}
