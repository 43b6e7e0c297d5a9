import { useSearchParams } from 'react-router';

export interface Address {
  readonly said: (name: string) => string;
  /** The URL parameters that are set, as a list's query; the server rejects invalid ones by name. */
  readonly narrowed: <Name extends string>(names: readonly Name[]) => { readonly [Each in Name]?: never };
  /** Sets URL parameters and drops empty ones. Also resets the page of the list, unless they only open or close one of its rows. */
  readonly say: (words: Readonly<Record<string, string>>, how?: { readonly replace: boolean }) => void;
  readonly withWords: (words: Readonly<Record<string, string>>) => string;
}

/** Parameters that name an open row of a list, or an open dialog. */
const OPENS: readonly string[] = ['open', 'entry', 'row'];

/** Parameters that saved views leave out: the page of a list, and what is open. */
export const PASSING: readonly string[] = ['before', 'skip', 'page', ...OPENS];

export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  const changed = (words: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(params);
    const isSame = Object.keys(words).every((name) => OPENS.includes(name));
    for (const turned of isSame ? [] : PASSING) if (!(turned in words)) next.delete(turned);
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
