import control from '../../ui/control.module.css';
import { chooseSearchKey, useSearchKey } from './search-key.ts';
import styles from './search-key-choice.module.css';

/** Another key for the search, or none: whoever speaks to their computer presses keys without meaning to (WCAG 2.1.4). */
export function SearchKeyChoice() {
  const key = useSearchKey();
  return (
    <label className="line">
      <span className="strong">Search key</span>
      <input
        value={key}
        placeholder="Off"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        className={`${control.field} ${styles.key}`}
        onChange={(event) => chooseSearchKey(event.target.value)}
      />
    </label>
  );
}
