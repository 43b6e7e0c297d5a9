import { useState } from 'react';

import type { Unit } from '../../../domain/units/unit.ts';
import { ChoiceField, TextField } from '../parts/form/fields.tsx';
import { UNIT_CHOICES, unitChoice } from './unit-words.ts';

interface UnitFieldsProps {
  readonly unit: Unit;
  /** Told the choice, as the form says it. */
  readonly onChosen?: (unit: string) => void;
}

/** What a board counts. */
export function UnitFields({ unit, onChosen }: UnitFieldsProps) {
  const first = unitChoice(unit);
  const [chosen, setChosen] = useState(first.unit);
  return (
    <>
      <ChoiceField
        name="unit"
        label="What it counts"
        options={UNIT_CHOICES}
        value={chosen}
        onChange={({ target }) => {
          setChosen(target.value);
          onChosen?.(target.value);
        }}
      />
      {chosen === 'own' ? (
        <>
          <TextField name="unit.one" label="One of it" placeholder="coin" defaultValue={first.one} required maxLength={24} />
          <TextField name="unit.other" label="Several of it" placeholder="coins" defaultValue={first.other} required maxLength={24} />
        </>
      ) : null}
    </>
  );
}
