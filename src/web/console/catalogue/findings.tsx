import { SearchResult } from '../../parts/search-result.tsx';
import { TextField } from '../parts/fields.tsx';
import type { EntryFieldsProps, EntryPart } from './entry-part.ts';

/** What the search finds besides players. */
type FindingPart = 'tournaments' | 'achievements';

/** What is written into the fields of something new, for an example. */
interface Examples {
  readonly title: string;
  readonly subtitle: string;
  readonly avatar: string;
  readonly extra: string;
}

export const TOURNAMENTS = findingPart('tournaments', 'Tournaments', 'tournament', {
  title: 'Winter Cup',
  subtitle: 'Knockout, 64 players',
  avatar: '🏆',
  extra: 'Starts Friday',
});

export const ACHIEVEMENTS = findingPart('achievements', 'Achievements', 'achievement', {
  title: 'Photo finish',
  subtitle: 'Win by less than ten points',
  avatar: '📸',
  extra: 'Rare',
});

function findingPart<Id extends FindingPart>(
  id: Id,
  name: string,
  one: 'tournament' | 'achievement',
  examples: Examples,
): EntryPart<FindingPart> & { readonly id: Id } {
  return {
    id,
    name,
    one,
    lead: `What the search finds under “${name}”, in this order.`,
    seenAt: `/search?category=${id}`,
    none: `No ${one} yet. Add the first: players find it by its title.`,
    columns: {
      Emoji: ({ entry: { avatar } }) => avatar,
      'About it': ({ entry: { subtitle } }) => subtitle,
      'Short fact': ({ entry: { extra } }) => extra,
    },
    Fields: ({ nameOf }) => <FindingFields nameOf={nameOf} examples={examples} />,
    Preview: ({ made: [finding] }) => (
      <ul>
        <SearchResult entry={{ ...finding!, type: one, title: finding!.title || 'Title' }} />
      </ul>
    ),
  };
}

function FindingFields({ nameOf, examples }: Pick<EntryFieldsProps<FindingPart>, 'nameOf'> & { readonly examples: Examples }) {
  return (
    <>
      <TextField name={nameOf('title')} label="Title" placeholder={examples.title} />
      <TextField name={nameOf('subtitle')} label="About it" placeholder={examples.subtitle} />
      <TextField name={nameOf('avatar')} label="Emoji" hint="One emoji, which stands beside the title." placeholder={examples.avatar} />
      <TextField name={nameOf('extra')} label="Short fact" hint="At the end of the line." placeholder={examples.extra} />
      <TextField
        name={nameOf('link')}
        label="Where to read more"
        hint="The title leads to this address. You can leave it empty."
        placeholder="https://"
        inputMode="url"
      />
    </>
  );
}
