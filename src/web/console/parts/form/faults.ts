import { createContext, use } from 'react';

import { ApiFailure } from '../../../../contract/exchange.ts';

/** What a server said of the fields of a form: the rule that each one breaks, by its name. */
export type Faults = ReadonlyMap<string, string>;

export const FaultsContext = createContext<Faults>(new Map());

/** The rule that the field of this name breaks, or an entry of it, if one does. */
export function useFault(name: string): string | undefined {
  const faults = use(FaultsContext);
  return faults.get(name) ?? [...faults].find(([field]) => field.startsWith(`${name}[`))?.[1];
}

/** The faults that a failure names, by field. */
export function faultsOf(failure: Error | null): Faults {
  if (!(failure instanceof ApiFailure)) return new Map();
  return new Map(failure.problem?.errors?.map(({ field, rule }) => [field, rule]));
}
