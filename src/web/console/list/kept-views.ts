import * as z from 'zod/mini';

import { jsonIn } from '../../../contract/read-text.ts';
import { rememberedText } from '../../ui/remembered-text.ts';
import { PASSING } from '../asking/use-address.ts';

const viewsSchema = z.array(z.object({ path: z.string(), name: z.string(), search: z.string() }));

type Views = z.infer<typeof viewsSchema>;

/** The views saved in this browser: a list's filters and order, by the path of its page and a name. */
export const keptViews = rememberedText<Views>('laurels:console-views', (text) => {
  const { data = [] } = viewsSchema.safeParse(text === null ? [] : jsonIn(text));
  return data;
});

/** The part of the URL that a view saves: neither the current page nor what is open. */
export function viewOf(search: string): string {
  const words = new URLSearchParams(search);
  for (const passing of PASSING) words.delete(passing);
  return words.size === 0 ? '' : `?${words}`;
}
