import type { Appearance } from '../../../contract/operation/appearance.ts';
import look from '../parts/console.module.css';
import { ActForm } from '../parts/act-form.tsx';
import { AsTyped } from '../parts/as-typed.tsx';
import { TextField, TickField } from '../parts/fields.tsx';
import styles from './appearance.module.css';
import { BothThemes } from './both-themes.tsx';
import { ColourField } from './colour-field.tsx';
import { LogoField } from './logo-field.tsx';
import { typedAppearance } from './typed-appearance.ts';

interface AppearanceFormProps {
  readonly kept: Appearance;
  readonly etag: string | null;
  readonly onDone: () => void;
}

/** Whose game the site is of, with how it would look below, before anything is saved. */
export function AppearanceForm({ kept, etag, onDone }: AppearanceFormProps) {
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
