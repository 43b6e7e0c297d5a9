import type { ReactNode } from 'react';

import { type ActField, type FormedAct, formedActs } from '../../../contract/formed-acts.ts';
import type { ActId } from '../asking/use-act.ts';
import { Act } from './act.tsx';
import { ChoiceField, TextField, TickField } from './fields.tsx';

interface ActsOfProps {
  /** What the acts are done to: the one variable of their paths, and what it is. */
  readonly on: { readonly [variable: string]: string };
  /** What people call it. */
  readonly name: string;
  /** Acts that are of no use now. */
  readonly except?: readonly ActId[];
  readonly look?: 'button' | 'words';
  /** What every form says first. */
  readonly children?: ReactNode;
}

/** The acts on something that the table of endpoints has the words of: for each a button that opens its form. */
export function ActsOf({ on, name, except, look = 'button', children }: ActsOfProps) {
  const [variable] = Object.keys(on);
  const acts = formedActs().filter(({ id, variables }) => variables.join() === variable && except?.includes(id as ActId) !== true);
  return acts.map((act) => (
    <ActOf key={act.id} act={act} on={on} name={name} look={look}>
      {children}
    </ActOf>
  ));
}

type ActOfProps = Required<Pick<ActsOfProps, 'on' | 'name' | 'look' | 'children'>> & { readonly act: FormedAct };

function ActOf({ act: { id, words, fields }, on, name, look, children }: ActOfProps) {
  const { label, title, order, explained, hints, done } = words;
  return (
    <Act
      act={id as ActId}
      opens={label}
      look={look}
      title={title.replace('{}', () => name)}
      label={order}
      on={on as never}
      done={done.replace('{}', () => name)}
    >
      {children}
      {fields.map((field) => (
        <FieldOf key={field.name} field={field} hint={hints?.[field.name]} />
      ))}
      <p>{explained}</p>
    </Act>
  );
}

function FieldOf({ field: { name, kind, choices }, hint }: { readonly field: ActField; readonly hint: string | undefined }) {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const label = words.slice(0, 1).toUpperCase() + words.slice(1);
  if (kind === 'choice')
    return <ChoiceField name={name} label={label} hint={hint} options={choices.map((value) => ({ value, text: value }))} />;
  if (kind === 'tick') return <TickField name={name} label={label} hint={hint} />;
  return <TextField name={name} label={label} hint={hint} />;
}
