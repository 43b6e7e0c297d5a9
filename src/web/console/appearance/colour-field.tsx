import { useRef, useState } from 'react';

import { fittingColour } from '../../../domain/colour/brand-colours.ts';
import control from '../../ui/control.module.css';
import look from '../parts/console.module.css';
import { TextField, typeInto } from '../parts/fields.tsx';
import styles from './appearance.module.css';
import { isColour } from './brand-look.ts';

/** What a browser's choice of colours begins with where none is set. */
const FIRST_SHOWN = '#d9f95f';

/** The one colour that all others are found from, chosen or typed. */
export function ColourField({ colour = '' }: { readonly colour: string | undefined }) {
  const text = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(colour);
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
          defaultValue={colour}
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
      <Fitting typed={typed} onTake={(fitting) => typeInto(text.current!, fitting)} />
    </div>
  );
}

/** Says of a colour that looks like a medal which one does not. */
function Fitting({ typed, onTake }: { readonly typed: string; readonly onTake: (fitting: string) => void }) {
  const fitting = isColour(typed) ? fittingColour(typed.toLowerCase()) : typed;
  const isRefused = isColour(typed) && fitting !== typed.toLowerCase();
  return (
    <div role="status" className={isRefused ? look.bad : undefined}>
      {isRefused ? (
        <>
          <p>This looks like gold, silver or bronze, which are the first three places, so the site does not take it.</p>
          <div className={styles.fitting}>
            <button type="button" className={control.button} onClick={() => onTake(fitting)}>
              <span className={styles.swatch} style={{ backgroundColor: fitting }} aria-hidden="true" />
              Use {fitting}, the nearest that fits
            </button>
          </div>
        </>
      ) : null}
    </div>
  );
}
