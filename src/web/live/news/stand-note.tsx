import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { standWords } from './lead-words.ts';
import styles from './stand-note.module.css';

/** How somebody on the podium stands to the others, where there is room for it; always as high, whatever it says. */
export function StandNote({ view, standing }: { readonly view: LiveBoardView; readonly standing: LiveStanding }) {
  return <div className={styles.note}>{standWords(view, standing, useUnitWords(view.board))}</div>;
}
