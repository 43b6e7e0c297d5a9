import { type ChangeEvent, useRef, useState } from 'react';

import { MOST_LOGO_BYTES } from '../../../contract/operation/appearance.ts';
import { fittingColour } from '../../../domain/colour/brand-colours.ts';
import control from '../../ui/control.module.css';
import look from '../parts/console.module.css';
import { Field, TextField, typeInto } from '../parts/fields.tsx';
import styles from './appearance.module.css';
import { isColour } from './brand-look.ts';

/** What a browser's choice of colours begins with where none is set. */
const FIRST_SHOWN = '#d9f95f';

/** The one colour that all others are found from, chosen or typed. */
export function ColourField({ colour = '' }: { readonly colour: string | undefined }) {
  const text = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(colour);
  // Of a colour that looks like a medal, the nearest that does not.
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
          label="Colour"
          hint="All colours of the site are found from it, in both themes. Left empty, they are the site’s own."
          placeholder="#e10600"
          onInput={(event) => take(event.currentTarget.value.trim())}
          spellCheck={false}
        />
        <input
          ref={picker}
          type="color"
          aria-label="Choose the colour"
          className={styles.picker}
          defaultValue={colour || FIRST_SHOWN}
          onInput={(event) => typeInto(text.current!, event.currentTarget.value)}
        />
      </div>
      <div role="status" className={isRefused ? look.bad : undefined}>
        {isRefused ? (
          <>
            <p>This looks like gold, silver or bronze, which are the first three places, so the site does not take it.</p>
            <button type="button" className={control.button} onClick={() => typeInto(text.current!, fitting)}>
              <span className={styles.swatch} style={{ backgroundColor: fitting }} aria-hidden="true" />
              Use {fitting}, the nearest that fits
            </button>
          </>
        ) : null}
      </div>
    </div>
  );
}

/** The logo: chosen as a file, shown, and taken away again. It is sent as a data URL. */
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
    if (chosen.size > MOST_LOGO_BYTES)
      setRefused(`This file has ${Math.ceil(chosen.size / 1024)} KiB. A logo has at most ${MOST_LOGO_BYTES / 1024} KiB.`);
    else take(await dataUrlOf(chosen));
  };
  const remove = () => {
    take('');
    file.current!.value = '';
    file.current!.focus();
  };
  return (
    <Field
      name="logo"
      label="Logo"
      hint="A PNG or SVG file of at most 512 KiB. Without one, the site shows the initials of the name."
      refused={refused}
    >
      {({ name, ...ids }) => (
        <div className={look.row}>
          <input ref={sent} type="hidden" name={name} value={logo} />
          {logo === '' ? null : <img src={logo} alt="The logo as it is chosen" className={styles.logo} />}
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
              Remove the logo
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
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });
}
