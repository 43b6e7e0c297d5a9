import { useSearchParams } from 'react-router';

interface Address {
  readonly said: (name: string) => string;
  /** The words that are set, as a list's query; the server rejects invalid ones by name. */
  readonly narrowed: <Name extends string>(names: readonly Name[]) => { readonly [Each in Name]?: never };
  /** Sets words and drops empty ones. `before` and `page` are dropped, too: they belong to the previous list. */
  readonly say: (words: Readonly<Record<string, string>>, how?: { readonly replace: boolean }) => void;
  readonly withWords: (words: Readonly<Record<string, string>>) => string;
}

export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  const changed = (words: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(params);
    for (const turned of ['before', 'page']) if (!(turned in words)) next.delete(turned);
    for (const [name, value] of Object.entries(words)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    return next;
  };
  const said = (name: string) => params.get(name) ?? '';
  return {
    said,
    narrowed: (names) => Object.fromEntries(names.flatMap((name) => (said(name) === '' ? [] : [[name, said(name)]]))) as object,
    say: (words, { replace } = { replace: false }) => setParams(changed(words), { replace, preventScrollReset: true }),
    withWords: (words) => {
      const query = changed(words).toString();
      return query === '' ? '' : `?${query}`;
    },
  };
}
