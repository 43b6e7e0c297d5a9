import { SearchResult } from '../../parts/search-result.tsx';
import { filled, TextField, textOf } from '../parts/fields.tsx';
import { type EntryOf, freeId } from './changed-catalogue.ts';
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

export const TOURNAMENTS: EntryPart<'tournaments'> = {
  id: 'tournaments',
  name: 'Tournaments',
  one: 'tournament',
  lead: 'What the search finds under “Tournaments”, in this order.',
  seenAt: '/search?category=tournaments',
  none: 'No tournament yet. Add the first: players find it by its title.',
  ...findingPart('tournament', { title: 'Winter Cup', subtitle: 'Knockout, 64 players', avatar: '🏆', extra: 'Starts Friday' }),
};

export const ACHIEVEMENTS: EntryPart<'achievements'> = {
  id: 'achievements',
  name: 'Achievements',
  one: 'achievement',
  lead: 'What the search finds under “Achievements”, in this order.',
  seenAt: '/search?category=achievements',
  none: 'No achievement yet. Add the first: players find it by its title.',
  ...findingPart('achievement', { title: 'Photo finish', subtitle: 'Win by less than ten points', avatar: '📸', extra: 'Rare' }),
};

function findingPart(
  type: 'tournament' | 'achievement',
  examples: Examples,
): Omit<EntryPart<FindingPart>, 'id' | 'name' | 'one' | 'lead' | 'seenAt' | 'none'> {
  return {
    end: 'last',
    titleOf: ({ title }) => title,
    columns: [
      { head: 'Emoji', cell: ({ avatar }) => avatar },
      { head: 'About it', cell: ({ subtitle }) => subtitle },
      { head: 'Short fact', cell: ({ extra }) => extra },
    ],
    Fields: (props) => <FindingFields {...props} examples={examples} />,
    entriesOf: (form, nameOf, entry, others) => {
      const text = (field: string) => textOf(form, nameOf(field));
      const { link: _, ...kept } = entry ?? {};
      return [
        {
          ...kept,
          id: entry?.id ?? freeId(text('title'), others, type),
          title: text('title'),
          subtitle: text('subtitle'),
          avatar: text('avatar'),
          extra: text('extra'),
          ...filled({ link: text('link') }),
        },
      ];
    },
    Preview: ({ made: [finding] }) => <FindingPreview finding={finding!} type={type} />,
  };
}

function FindingFields({ entry, nameOf, examples }: EntryFieldsProps<FindingPart> & { readonly examples: Examples }) {
  return (
    <>
      <TextField name={nameOf('title')} label="Title" placeholder={examples.title} defaultValue={entry?.title} required maxLength={80} />
      <TextField
        name={nameOf('subtitle')}
        label="About it"
        placeholder={examples.subtitle}
        defaultValue={entry?.subtitle}
        required
        maxLength={120}
      />
      <TextField
        name={nameOf('avatar')}
        label="Emoji"
        hint="One emoji, which stands beside the title."
        placeholder={examples.avatar}
        defaultValue={entry?.avatar}
        required
      />
      <TextField
        name={nameOf('extra')}
        label="Short fact"
        hint="At the end of the line."
        placeholder={examples.extra}
        defaultValue={entry?.extra}
        required
        maxLength={60}
      />
      <TextField
        name={nameOf('link')}
        label="Where to read more"
        hint="The title leads to this address. You can leave it empty."
        placeholder="https://"
        inputMode="url"
        defaultValue={entry?.link}
      />
    </>
  );
}

function FindingPreview({ finding, type }: { readonly finding: EntryOf<FindingPart>; readonly type: 'tournament' | 'achievement' }) {
  const { id, title, subtitle, avatar, extra } = finding;
  return (
    <ul>
      <SearchResult entry={{ id, type, title: title || 'Title', subtitle, avatar, extra }} />
    </ul>
  );
}
