import type { ReactNode } from 'react';

import type { Asked } from '../../../contract/endpoint.ts';
import { type ActField, type FormedAct, formedActs } from '../../../contract/formed-acts.ts';
import type { Operations } from '../asking/console-api.ts';
import type { ActId } from '../asking/use-act.ts';
import { momentOf } from './typed-moment.ts';
import { Act } from './act.tsx';
import { ChoiceField, numberOf, textOf, TextField, TickField } from './fields.tsx';

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

function ActOf({ act: { id, words, fields, isPreviewed }, on, name, look, children }: ActOfProps) {
  const { label, title, order, explained, hints, done } = words;
  // What the schema of the body has is what its fields are made of.
  const asked = (data: FormData) =>
    ({ ...on, ...(fields.length > 0 && { body: typedIn(data, fields) }) }) as unknown as Asked<Operations[ActId]>;
  return (
    <Act
      act={id as ActId}
      opens={label}
      look={look}
      title={title.replace('{}', () => name)}
      label={order}
      isPreviewed={isPreviewed}
      asked={asked}
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

function FieldOf({
  field: { name, kind, isRequired, longest, choices },
  hint,
}: {
  readonly field: ActField;
  readonly hint: string | undefined;
}) {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const label = words.slice(0, 1).toUpperCase() + words.slice(1);
  if (kind === 'choice')
    return <ChoiceField name={name} label={label} hint={hint} options={choices.map((value) => ({ value, text: value }))} />;
  if (kind === 'tick') return <TickField name={name} label={label} hint={hint} />;
  return <TextField name={name} label={label} hint={hint} type={INPUTS[kind]} required={isRequired} maxLength={longest} />;
}

const INPUTS = { text: undefined, number: 'number', moment: 'datetime-local' } as const;

/** A body of what is typed. What is left empty is left out. */
function typedIn(data: FormData, fields: readonly ActField[]): object {
  const read = ({ name, kind, isRequired }: ActField): unknown => {
    if (kind === 'tick') return data.has(name);
    if (kind === 'number') return numberOf(data, name);
    const text = textOf(data, name);
    if (kind === 'moment') return momentOf(text);
    return text === '' && !isRequired ? undefined : text;
  };
  return Object.fromEntries(fields.map((field) => [field.name, read(field)]));
}
