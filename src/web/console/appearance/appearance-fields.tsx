import { type ChangeEvent, useRef, useState } from 'react';

import { MOST_LOGO_BYTES } from '../../../contract/operation/appearance.ts';
import { fittingColour, OWN_COLOUR } from '../../../domain/colour/brand-colours.ts';
import control from '../../ui/control.module.css';
import look from '../parts/console.module.css';
import { Field, TextField } from '../parts/field.tsx';
import { typeInto } from '../parts/fields.tsx';
import { APPEARANCE } from './appearance-words.ts';
import styles from './appearance.module.css';
import { isColour } from './brand-look.ts';

/** The colour that all others are derived from, picked or typed. */
export function ColourField({ colour = '' }: { readonly colour: string | undefined }) {
  const text = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(colour);
  // The closest colour that cannot be mistaken for a medal.
  const fitting = isColour(typed) ? fittingColour(typed.toLowerCase()) : typed;
  const isRefused = isColour(typed) && fitting !== typed.toLowerCase();
  const take = (value: string) => {
    setTyped(value);
    if (isColour(value)) picker.current!.value = value;
  };
  return (
    <div className={look.tight}>
      <div className={styles.choosing}>
        <TextField
          ref={text}
          name="colour"
          {...APPEARANCE.fields.colour}
          onInput={(event) => take(event.currentTarget.value.trim())}
          spellCheck={false}
        />
        <input
          ref={picker}
          type="color"
          aria-label={APPEARANCE.picker}
          className={styles.picker}
          defaultValue={colour || OWN_COLOUR}
          onInput={(event) => typeInto(text.current!, event.currentTarget.value)}
        />
      </div>
      <div role="status" className={isRefused ? look.bad : undefined}>
        {isRefused ? (
          <>
            <p>{APPEARANCE.medal}</p>
            <button type="button" className={control.button} onClick={() => typeInto(text.current!, fitting)}>
              <span className={styles.swatch} style={{ backgroundColor: fitting }} aria-hidden="true" />
              {APPEARANCE.closest(fitting)}
            </button>
          </>
        ) : null}
      </div>
    </div>
  );
}

/** The logo, chosen as a file and sent as a data URL. */
export function LogoField({ logo: kept = '' }: { readonly logo: string | undefined }) {
  const [logo, setLogo] = useState(kept);
  const [refused, setRefused] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const sent = useRef<HTMLInputElement>(null);
  const take = (taken: string) => {
    setRefused(undefined);
    setLogo(taken);
    typeInto(sent.current!, taken);
  };
  const choose = async ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const chosen = files?.[0];
    if (chosen === undefined) return;
    if (chosen.size > MOST_LOGO_BYTES) setRefused(APPEARANCE.tooLarge(Math.ceil(chosen.size / 1024), MOST_LOGO_BYTES / 1024));
    else take(await dataUrlOf(chosen));
  };
  const remove = () => {
    take('');
    file.current!.value = '';
    file.current!.focus();
  };
  return (
    <Field name="logo" {...APPEARANCE.fields.logo} refused={refused}>
      {({ name, ...ids }) => (
        <div className={look.row}>
          <input ref={sent} type="hidden" name={name} value={logo} />
          {logo === '' ? null : <img src={logo} alt={APPEARANCE.logoShown} className={styles.logo} />}
          <input
            {...ids}
            ref={file}
            type="file"
            accept="image/png,image/svg+xml,.png,.svg"
            className={styles.file}
            onChange={(event) => void choose(event)}
          />
          {logo === '' ? null : (
            <button type="button" className={control.button} onClick={remove}>
              {APPEARANCE.removeLogo}
            </button>
          )}
        </div>
      )}
    </Field>
  );
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(APPEARANCE.unreadable)));
    reader.readAsDataURL(file);
  });
}
