import type { ComponentProps } from 'react';

import { useAddress } from '../asking/use-address.ts';
import type { ActId } from '../asking/use-act.ts';
import { type ActFormProps, type DialogProps, FormOfAct, type On } from './act-form.tsx';
import { ActDialog } from './dialog.tsx';

interface ActProps<Id extends ActId>
  extends
    Omit<ActFormProps<Id>, 'label' | 'isDangerous'>,
    Pick<DialogProps<Id>, 'after'>,
    Pick<ComponentProps<typeof ActDialog>, 'title' | 'look'> {
  readonly opens: string;
  /** The button that performs it; by default it says the same as the one that opens the form. */
  readonly label?: string;
}

/** A button that opens the form of an action. An address with `open` and the name of the action opens it, unless it is one of a row. */
export function Act<const Id extends ActId>({ opens, label = opens, title, look = 'words', ...form }: ActProps<Id> & On<Id>) {
  const isDangerous = look.startsWith('danger');
  const { said, say } = useAddress();
  const isNamed = (look === 'primary' || look === 'button') && said('open') === form.act;
  const onNamed = isNamed ? () => say({ open: '' }, { replace: true }) : undefined;
  return (
    <ActDialog label={opens} title={title} look={look} onNamed={onNamed}>
      {(close) => <FormOfAct {...(form as unknown as ActFormProps<Id>)} label={label} isDangerous={isDangerous} close={close} />}
    </ActDialog>
  );
}
