import { useState, useSyncExternalStore } from 'react';

import control from '../../ui/control.module.css';
import styles from './theme-choice.module.css';
import { chooseTheme, storedTheme, THEMES, type Theme } from './theme.ts';
import { THEME, THEME_NAMES } from './theme-words.ts';

const never = () => () => undefined;

/** Dark, light, or the device's setting. Hydration starts from the default, then shows the stored choice. */
export function ThemeChoice() {
  const stored = useSyncExternalStore(never, storedTheme, () => THEMES[0]);
  const [chosen, setChosen] = useState<Theme | undefined>(undefined);
  return (
    <fieldset className={`cluster ${styles.choice}`}>
      <legend className={`muted strong ${styles.legend}`}>{THEME}</legend>
      {THEMES.map((theme) => (
        <label key={theme} className={`${control.link} ${styles.option}`}>
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={theme === (chosen ?? stored)}
            onChange={() => {
              setChosen(theme);
              chooseTheme(theme);
            }}
          />
          {THEME_NAMES[theme]}
        </label>
      ))}
    </fieldset>
  );
}
