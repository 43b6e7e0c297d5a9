import { type ReactNode, useRef } from 'react';

import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import styles from './list.module.css';

/**
 * What a list is narrowed by. Each field is a word of the address by its name, so that a reload and a copied link show the same.
 * Choices hold at once, what is typed when it is sent.
 */
export function ListFilters({ names, children }: { readonly names: readonly string[]; readonly children: ReactNode }) {
  const { said, say } = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const apply = () => {
    const data = new FormData(form.current!);
    say(Object.fromEntries(names.map((name) => [name, ((data.get(name) as string | null) ?? '').trim()])));
  };
  const isNarrowed = names.some((name) => said(name) !== '');
  return (
    <search>
      <form
        // Another address is another form: its fields begin with what the address says.
        key={names.map(said).join('\n')}
        ref={form}
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
        onChange={(event) => {
          if ((event.target as Element).matches('select, [type="date"]')) apply();
        }}
      >
        {children}
        <div className={styles.filterButtons}>
          <button type="submit" className={control.button}>
            Show
          </button>
          {isNarrowed ? (
            <button type="button" className={control.words} onClick={() => say(Object.fromEntries(names.map((name) => [name, ''])))}>
              Clear the filters
            </button>
          ) : null}
        </div>
      </form>
    </search>
  );
}
