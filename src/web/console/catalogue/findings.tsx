import { SearchResult } from '../../parts/search-result.tsx';
import { Fields } from '../parts/fields.tsx';
import { FINDING } from './catalogue-words.ts';
import type { EntryPart } from './entry-part.ts';

type FindingPart = 'tournaments' | 'achievements';

export const TOURNAMENTS = findingPart('tournaments');

export const ACHIEVEMENTS = findingPart('achievements');

function findingPart(id: FindingPart): EntryPart<FindingPart> {
  const { examples, ...words } = FINDING[id];
  const fields = Object.entries(FINDING.fields).map(([name, field]) => [
    name,
    { ...field, placeholder: examples[name as keyof typeof examples] },
  ]);
  return {
    ...words,
    id,
    heads: FINDING.heads,
    lead: FINDING.lead(words.name),
    none: FINDING.none(words.one),
    seenAt: `/search?category=${id}`,
    columns: {
      emoji: ({ entry: { avatar } }) => avatar,
      subtitle: { name: ({ entry: { subtitle } }) => subtitle },
      extra: { name: ({ entry: { extra } }) => extra },
    },
    Fields: ({ nameOf }) => <Fields of={Object.fromEntries(fields)} nameOf={nameOf} />,
    Preview: ({ made: [finding] }) => (
      <ul>
        <SearchResult entry={{ ...finding!, type: words.one, title: finding!.title || FINDING.shownTitle }} />
      </ul>
    ),
  };
}
