import * as z from 'zod/mini';

import { jsonIn } from '../../../contract/read-text.ts';
import { rememberedText } from '../../ui/remembered-text.ts';
import { PASSING } from '../asking/use-address.ts';

const viewsSchema = z.array(z.object({ path: z.string(), name: z.string(), search: z.string() }));

type Views = z.infer<typeof viewsSchema>;

/** The views that were saved in this browser: the filters and order of a list, by the path of its page and a name. */
export const keptViews = rememberedText<Views>('laurels:console-views', (text) => {
  const { data = [] } = viewsSchema.safeParse(text === null ? [] : jsonIn(text));
  return data;
});

/** What a view keeps of an address: not the page it is on, nor what is open. */
export function viewOf(search: string): string {
  const words = new URLSearchParams(search);
  for (const passing of PASSING) words.delete(passing);
  return words.size === 0 ? '' : `?${words}`;
}
