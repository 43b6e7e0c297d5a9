import { useSearchParams } from 'react-router';

interface Address {
  readonly said: (name: string) => string;
  /** Those of the words that it says, for a list that is narrowed by them: what the API does not take, the server refuses by name. */
  readonly narrowed: <Name extends string>(names: readonly Name[]) => { readonly [Each in Name]?: never };
  /** Changes words, and leaves out those that are empty. A page that was turned to begins anew: what `before` or `page` said was of another list. */
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
