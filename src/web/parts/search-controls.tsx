import { useNavigate } from 'react-router';

import { viewToSearch } from '../../contract/view.ts';
import { SEARCH_CATEGORIES } from '../../domain/search/search.ts';
import control from '../ui/control.module.css';
import { SEARCH_BOX, SEARCH_BOX_TEXT } from '../ui/search-box.ts';
import { SegmentedButtons } from '../ui/segmented-buttons.tsx';
import { useView } from '../address/view-context.ts';
import styles from './search.module.css';
import { CATEGORY, CATEGORY_NAMES, SEARCH } from './part-words.ts';

interface SearchControlsProps {
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** The search field and its categories. */
export function SearchControls({ text, onType }: SearchControlsProps) {
  const { view } = useView();
  const navigate = useNavigate();
  return (
    <div className={`stack loose ${styles.controls}`}>
      <input
        {...SEARCH_BOX}
        name="text"
        aria-label={SEARCH}
        placeholder={SEARCH_BOX_TEXT}
        value={text}
        className={control.search}
        onChange={(event) => onType(event.target.value)}
      />
      <SegmentedButtons
        label={CATEGORY}
        name="category"
        options={SEARCH_CATEGORIES.map((category) => ({ value: category, text: CATEGORY_NAMES[category] }))}
        chosen={view.category}
        onChoose={(category) => void navigate({ search: viewToSearch({ ...view, text, category, page: 1 }) }, { preventScrollReset: true })}
      />
    </div>
  );
}
