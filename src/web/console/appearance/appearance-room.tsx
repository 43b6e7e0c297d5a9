import { useState } from 'react';

import type { Appearance } from '../../../contract/operation/appearance.ts';
import type { EventDetail } from '../../../contract/operation/privacy.ts';
import control from '../../ui/control.module.css';
import { useMayDo } from '../asking/signed-in.ts';
import { ActForm } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { AsTyped, ChoiceField, TextField, TickField } from '../parts/fields.tsx';
import { bodyOf, bodySchema, textOf } from '../parts/form-body.ts';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { ColourField, LogoField } from './appearance-fields.tsx';
import styles from './appearance.module.css';
import { BothThemes } from './both-themes.tsx';

/** Whose game the site is of, how it looks, and what visitors see of players. */
export function Component() {
  const mayDo = useMayDo('operator');
  const [isSaved, setSaved] = useState(false);
  return (
    <RoomPage title="Appearance" lead="Whose game the site is of, how it looks, and what visitors see.">
      <RoomPart title="Name and colour">
        {isSaved ? (
          <p className={look.good}>
            The site looks like this now.
            <a href="/" className={control.link}>
              See the site
            </a>
            <a href="/console/appearance" className={control.link}>
              Load the console anew, in the new colour
            </a>
          </p>
        ) : null}
        <ActForm
          act="replaceAppearance"
          label="Save the appearance"
          says="all"
          done="The appearance is saved. The site has it now."
          onDone={() => setSaved(true)}
        >
          {(kept) => <AppearanceFields kept={kept} />}
        </ActForm>
        {mayDo.may ? null : <Asked id="appearance">{(kept) => <BothThemes appearance={kept} />}</Asked>}
      </RoomPart>
      <RoomPart title="What visitors see">
        <ActForm act="replacePrivacy" label="Save what visitors see" says="all" done="What visitors see is saved. The site has it now.">
          <ChoiceField name="events" label="Of the events behind a total" options={CHOICES} />
          <AsTyped>{(form) => <p>{MEANINGS[(textOf(form, 'events') || 'all') as EventDetail]}</p>}</AsTyped>
          <p className={look.small}>Ranks, totals and when a total was reached are always shown, because ties are decided by it.</p>
        </ActForm>
      </RoomPart>
    </RoomPage>
  );
}

/** Whose game the site is of, with how it would look below, before anything is saved. */
function AppearanceFields({ kept }: { readonly kept: Appearance }) {
  return (
    <>
      <div className={`${look.fit} ${styles.fields}`}>
        <TextField name="name" label="Name of your game" placeholder="Lantern Run" />
        <TextField name="link" label="Where your game is" placeholder="https://" inputMode="url" />
        <TextField name="sentence" label="What it is, in a sentence" placeholder="A race through a city at night." />
        <LogoField logo={kept.logo} />
        <fieldset className={`${look.fit} ${styles.words}`}>
          <legend>What you call points</legend>
          <TextField name="points.one" label="One" placeholder="coin" />
          <TextField name="points.other" label="Several" placeholder="coins" />
          <TextField name="points.short" label="Short" placeholder="c" />
        </fieldset>
        <ColourField colour={kept.colour} />
        <TickField
          name="poweredBy"
          label="Say at the foot of the site what it is made with"
          hint="“Powered by Laurels”, once the site has a name of its own."
        />
      </div>
      <p className={look.small}>This is how the site would look, in both themes. Nothing is saved yet.</p>
      <AsTyped>{(form) => <BothThemes appearance={bodyOf(form, bodySchema('replaceAppearance')!, kept) as Appearance} />}</AsTyped>
    </>
  );
}

const CHOICES: Readonly<Record<EventDetail, string>> = {
  all: 'Every event',
  'by-day': 'Only what each day added up to',
  none: 'Nothing',
};

const MEANINGS: Readonly<Record<EventDetail, string>> = {
  all: 'Whoever opens a player’s receipt sees each event with its time, its points and its activity.',
  'by-day': 'Whoever opens a player’s receipt sees a line for each day, and not when somebody played or what they did.',
  none: 'Nobody sees what a total is made of.',
};
