import { useState } from 'react';

import type { Appearance } from '../../../contract/operation/appearance.ts';
import type { EventDetail } from '../../../contract/operation/privacy.ts';
import control from '../../ui/control.module.css';
import { useMayDo } from '../asking/signed-in.ts';
import { ActForm } from '../parts/act-form.tsx';
import { Asked } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { AsTyped, ChoiceField, Fields, TickField } from '../parts/fields.tsx';
import { bodyOf, textOf } from '../parts/form-body.ts';
import { bodySchema } from '../parts/body-schema.ts';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { ColourField, LogoField } from './appearance-fields.tsx';
import { APPEARANCE, PRIVACY } from './appearance-words.ts';
import styles from './appearance.module.css';
import { BothThemes } from './both-themes.tsx';

/** The page for the game's name, the site's look, and what visitors see. */
export function Component() {
  const mayDo = useMayDo('operator');
  const [isSaved, setSaved] = useState(false);
  return (
    <RoomPage {...APPEARANCE.page}>
      <RoomPart title={APPEARANCE.brand}>
        {isSaved ? (
          <p className={look.good}>
            {APPEARANCE.saved}
            <a href="/console/appearance" className={control.link}>
              {APPEARANCE.reload}
            </a>
          </p>
        ) : null}
        <ActForm act="replaceAppearance" label={APPEARANCE.save} says="all" done={APPEARANCE.saved} onDone={() => setSaved(true)}>
          {(kept) => <AppearanceFields kept={kept} />}
        </ActForm>
        {mayDo.may ? null : <Asked id="appearance">{(kept) => <BothThemes appearance={kept} />}</Asked>}
      </RoomPart>
      <RoomPart title={PRIVACY.title}>
        <ActForm act="replacePrivacy" label={PRIVACY.save} says="all" done={APPEARANCE.saved}>
          <ChoiceField name="events" {...APPEARANCE.fields.events} options={PRIVACY.choices} />
          <AsTyped>{(form) => <p>{PRIVACY.meanings[(textOf(form, 'events') || 'all') as EventDetail]}</p>}</AsTyped>
          <p className={look.small}>{PRIVACY.always}</p>
        </ActForm>
      </RoomPart>
    </RoomPage>
  );
}

function AppearanceFields({ kept }: { readonly kept: Appearance }) {
  const { fields } = APPEARANCE;
  return (
    <>
      <div className={`${look.fit} ${styles.fields}`}>
        <Fields of={APPEARANCE.game} />
        <LogoField logo={kept.logo} />
        <fieldset className={`${look.fit} ${styles.words}`}>
          <legend>{APPEARANCE.points}</legend>
          <Fields of={APPEARANCE.unit} />
        </fieldset>
        <ColourField colour={kept.colour} />
        <TickField name="poweredBy" {...fields.poweredBy} />
      </div>
      <p className={look.small}>{APPEARANCE.preview}</p>
      <AsTyped>{(form) => <BothThemes appearance={bodyOf(form, bodySchema('replaceAppearance')!, kept) as Appearance} />}</AsTyped>
    </>
  );
}
