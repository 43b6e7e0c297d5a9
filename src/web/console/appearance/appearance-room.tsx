import { useState } from 'react';

import type { Appearance } from '../../../contract/operation/appearance.ts';
import { EVENT_DETAILS, type EventDetail, type Privacy } from '../../../contract/operation/privacy.ts';
import control from '../../ui/control.module.css';
import { useMayDo } from '../asking/signed-in.ts';
import { ActForm } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { AsTyped, ChoiceField, TextField, textOf, TickField } from '../parts/fields.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { ColourField, LogoField } from './appearance-fields.tsx';
import styles from './appearance.module.css';
import { BothThemes } from './both-themes.tsx';
import { typedAppearance } from './typed-appearance.ts';

/** Whose game the site is of, how it looks, and what visitors see of players. */
export function Component() {
  const mayDo = useMayDo('operator');
  // A saved form begins anew, with what the server keeps now.
  const [saved, setSaved] = useState(0);
  const [setTimes, setSetTimes] = useState(0);
  return (
    <RoomPage title="Appearance" lead="Whose game the site is of, how it looks, and what visitors see.">
      <RoomPart title="Name and colour">
        {saved === 0 ? null : <Saved />}
        <Asked hasRequest id="appearance">
          {(kept, { etag }) => (
            <>
              <AppearanceForm key={saved} kept={kept} etag={etag} onDone={() => setSaved(saved + 1)} />
              {mayDo.may ? null : <BothThemes appearance={kept} />}
            </>
          )}
        </Asked>
      </RoomPart>
      <RoomPart title="What visitors see">
        <Asked hasRequest id="privacy">
          {(kept, { etag }) => <VisitorsSee key={setTimes} kept={kept} etag={etag} onDone={() => setSetTimes(setTimes + 1)} />}
        </Asked>
      </RoomPart>
    </RoomPage>
  );
}

/** Where to see what was saved. */
function Saved() {
  return (
    <p className={look.good}>
      The site looks like this now.
      <a href="/" className={control.link}>
        See the site
      </a>
      <a href="/console/appearance" className={control.link}>
        Load the console anew, in the new colour
      </a>
    </p>
  );
}

interface AppearanceFormProps {
  readonly kept: Appearance;
  readonly etag: string | null;
  readonly onDone: () => void;
}

/** Whose game the site is of, with how it would look below, before anything is saved. */
function AppearanceForm({ kept, etag, onDone }: AppearanceFormProps) {
  const { name, sentence, link, logo, colour, points, poweredBy } = kept;
  return (
    <ActForm
      act="replaceAppearance"
      label="Save the appearance"
      etag={etag}
      asked={(form) => ({ body: typedAppearance(form, kept) })}
      done="The appearance is saved. The site has it now."
      onDone={onDone}
    >
      <div className={styles.fields}>
        <TextField name="name" label="Name of your game" placeholder="Lantern Run" defaultValue={name} maxLength={40} />
        <TextField name="link" label="Where your game is" placeholder="https://" inputMode="url" defaultValue={link} />
        <TextField
          name="sentence"
          label="What it is, in a sentence"
          placeholder="A race through a city at night."
          defaultValue={sentence}
          maxLength={160}
        />
        <LogoField logo={logo} />
        <fieldset className={styles.words}>
          <legend className={look.label}>What you call points</legend>
          <TextField name="points.one" label="One" placeholder="coin" defaultValue={points?.one} maxLength={24} />
          <TextField name="points.other" label="Several" placeholder="coins" defaultValue={points?.other} maxLength={24} />
          <TextField name="points.short" label="Short" placeholder="c" defaultValue={points?.short} maxLength={8} />
        </fieldset>
        <ColourField colour={colour} />
        <TickField
          name="poweredBy"
          label="Say at the foot of the site what it is made with"
          hint="“Powered by Laurels”, once the site has a name of its own."
          defaultChecked={poweredBy}
        />
      </div>
      <p className={look.small}>This is how the site would look, in both themes. Nothing is saved yet.</p>
      <AsTyped>{(form) => <BothThemes appearance={typedAppearance(form, kept)} />}</AsTyped>
    </ActForm>
  );
}

const DETAIL_WORDS: Readonly<Record<EventDetail, { readonly choice: string; readonly meaning: string }>> = {
  all: {
    choice: 'Every event',
    meaning: 'Whoever opens a player’s receipt sees each event with its time, its points and its activity.',
  },
  'by-day': {
    choice: 'Only what each day added up to',
    meaning: 'Whoever opens a player’s receipt sees a line for each day, and not when somebody played or what they did.',
  },
  none: {
    choice: 'Nothing',
    meaning: 'Nobody sees what a total is made of.',
  },
};

const CHOICES = EVENT_DETAILS.map((value) => ({ value, text: DETAIL_WORDS[value].choice }));

interface VisitorsSeeProps {
  readonly kept: Privacy;
  readonly etag: string | null;
  readonly onDone: () => void;
}

/** What visitors see of the events behind a total. */
function VisitorsSee({ kept, etag, onDone }: VisitorsSeeProps) {
  return (
    <ActForm
      act="replacePrivacy"
      label="Save what visitors see"
      etag={etag}
      asked={(form) => ({ body: { ...kept, events: textOf(form, 'events') as EventDetail } })}
      done="What visitors see is saved. The site has it now."
      onDone={onDone}
    >
      <ChoiceField name="events" label="Of the events behind a total" defaultValue={kept.events} options={CHOICES} />
      <AsTyped>{(form) => <p>{DETAIL_WORDS[(textOf(form, 'events') || kept.events) as EventDetail].meaning}</p>}</AsTyped>
      <p className={look.small}>Ranks, totals and when a total was reached are always shown, because ties are decided by it.</p>
    </ActForm>
  );
}
