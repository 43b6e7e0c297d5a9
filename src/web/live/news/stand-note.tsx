import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { standWords } from './lead-words.ts';
import styles from './stand-note.module.css';

/** How somebody on the podium stands to the others, where there is room for it; always as high, whatever it says. */
export function StandNote({ view, standing }: { readonly view: LiveBoardView; readonly standing: LiveStanding }) {
  const words = standWords(view, standing, useUnitWords(view.board));
  // In the middle of a lane other words begin elsewhere: they are another element, as a total is.
  return (
    <div key={words} className={styles.note}>
      {words}
    </div>
  );
}
