import control from '../ui/control.module.css';
import { useSiteIdentity } from '../ui/site-identity.ts';
import styles from './game-lead.module.css';
import { GO_TO } from './site-words.ts';

/** Below the heading of the first page: what the game is, and a link to it. `own` is used if the operator has not set a sentence. */
export function GameLead({ own }: { readonly own: string }) {
  const { name, sentence, link } = useSiteIdentity();
  return (
    <>
      {sentence === '' ? own : sentence}
      {link === '' ? null : (
        <a href={link} className={`${control.link} ${styles.way}`}>
          {GO_TO} {name}
        </a>
      )}
    </>
  );
}
