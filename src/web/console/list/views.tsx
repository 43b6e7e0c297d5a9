import { type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import look from '../parts/console.module.css';
import { TextField } from '../parts/field.tsx';
import { textOf } from '../parts/form-body.ts';
import { VIEWS } from './list-words.ts';
import styles from './list.module.css';
import { keptViews, viewOf } from './kept-views.ts';

/** The saved views of a page in this browser, and a form that saves the current one. */
export function SavedViews() {
  const { pathname, search } = useLocation();
  const all = useSyncExternalStore(keptViews.subscribe, keptViews.read);
  const [isNaming, setNaming] = useState(false);
  const place = useRef<HTMLElement>(null);
  const wasNaming = useRef(false);
  const views = all.filter(({ path }) => path === pathname);
  const here = viewOf(search);
  const current = views.find((view) => view.search === here);
  useEffect(() => {
    if (isNaming) place.current?.querySelector('input')?.focus();
    // The form that had the focus is gone.
    else if (wasNaming.current) place.current?.querySelector('button')?.focus();
    wasNaming.current = isNaming;
  }, [isNaming]);
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = textOf(new FormData(event.currentTarget), 'view');
    const others = all.filter((view) => view.path !== pathname || view.name !== name);
    keptViews.write(JSON.stringify([...others, { path: pathname, name, search: here }]));
    setNaming(false);
  };
  if (views.length === 0 && here === '') return null;
  return (
    <nav ref={place} aria-label={VIEWS.label} className={styles.views}>
      {views.map(({ name, search: to }) => (
        <Link key={name} to={{ search: to }} className={control.choice} aria-current={to === here ? 'page' : undefined}>
          {name}
        </Link>
      ))}
      {current !== undefined ? (
        <button
          type="button"
          className={control.words}
          onClick={() => keptViews.write(JSON.stringify(all.filter((view) => view !== current)))}
        >
          {VIEWS.remove}
        </button>
      ) : here === '' ? null : isNaming ? (
        <form className={look.row} onSubmit={save}>
          <TextField name="view" label={VIEWS.name} required maxLength={40} />
          <button type="submit" className={control.button}>
            {VIEWS.save}
          </button>
        </form>
      ) : (
        <button type="button" className={control.words} onClick={() => setNaming(true)}>
          {VIEWS.save}
        </button>
      )}
    </nav>
  );
}
