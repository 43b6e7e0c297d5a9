import { useId } from 'react';

import { includesRole } from '../../../contract/role.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { usePerson } from '../asking/signed-in.ts';
import { useOwnEntries } from '../asking/use-question.ts';
import { undoWords } from '../audit/undo-words.ts';
import look from '../parts/console.module.css';
import { useBoardTexts } from '../parts/words/of-board.tsx';
import { FRAME } from './frame-words.ts';

/** A link that undoes the last action, with its effect; or a link to its entry, or to the log if there are several. */
export function WayBack({ after, onClose }: { readonly after: number | undefined; readonly onClose: () => void }) {
  const [entry, ...others] = useOwnEntries(after);
  const { role } = usePerson();
  const texts = useBoardTexts();
  const id = useId();
  if (entry === undefined) return null;
  const address = others.length > 0 ? '/audit' : `/audit?entry=${entry.number}`;
  if (others.length > 0 || entry.undo.state !== 'possible' || !includesRole(role, entry.undo.role)) {
    return (
      <Link to={address} className={control.link} onClick={onClose}>
        {FRAME.log}
      </Link>
    );
  }
  return (
    <>
      <Link to={`${address}&open=undoAct`} aria-describedby={id} className={control.link} onClick={onClose}>
        {FRAME.undo}
      </Link>
      <span id={id} className={look.small}>
        {undoWords(entry, texts)}
      </span>
    </>
  );
}
