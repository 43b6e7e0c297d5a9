export const HELP_PATH = '/help';

/** The console's URL for a chapter, such as "operating#restore". */
export function chapterAddress(at: string): string {
  const [doc, anchor] = at.split('#');
  return `${HELP_PATH}?${new URLSearchParams({ doc: doc! })}${anchor === undefined ? '' : `#${anchor}`}`;
}
