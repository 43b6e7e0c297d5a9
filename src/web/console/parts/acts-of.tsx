import type { ReactNode } from 'react';

import { type FormedAct, formedActs } from '../../../contract/formed-acts.ts';
import type { ActId } from '../asking/use-act.ts';
import { Act } from './act.tsx';
import { Fields, type FieldWords } from './fields.tsx';

interface ActsOfProps {
  /** What they are done to: the one variable of their paths, and its value. */
  readonly on: { readonly [variable: string]: string };
  readonly name: string;
  readonly except?: readonly ActId[];
  readonly look?: 'button' | 'words';
  readonly children?: ReactNode;
}

/** A button with a form for each action of the endpoint table that has words for one. */
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
      <Fields of={Object.fromEntries(fields.map(({ name, choices }) => [name, wordsFor(name, hints?.[name], choices)]))} />
      <p>{explained}</p>
    </Act>
  );
}

function wordsFor(name: string, hint: string | undefined, choices: readonly string[]): FieldWords {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const options = choices.map((value) => ({ value, text: value }));
  return { label: words.slice(0, 1).toUpperCase() + words.slice(1), hint, ...(options.length > 0 && { options }) };
}
