import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';

import { onDemand } from '../../ui/floating/on-demand.tsx';
import { whenIdle } from '../../ui/when-idle.ts';
import { useAddress } from '../asking/use-address.ts';
import type { ActId } from '../asking/use-act.ts';
import type { ActFormProps, DialogProps, On } from './act-form.tsx';
import { ActDialog } from './dialog.tsx';

/** Pages are read more often than anything is done on them. */
const FormOfAct = onDemand(() => import('./act-form.tsx'), 'FormOfAct');

/** How often it is looked whether the page has all that it asked for, in milliseconds. */
const LOOKED_EVERY_MS = 100;

let isAhead = false;

/** Fetches the form before somebody needs it, but after what the page shows. */
function fetchAhead(client: QueryClient): void {
  if (isAhead) return;
  isAhead = true;
  const look = () => whenIdle(() => void (client.isFetching() > 0 ? setTimeout(look, LOOKED_EVERY_MS) : FormOfAct.load()));
  look();
}

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
  const client = useQueryClient();
  useEffect(() => fetchAhead(client), [client]);
  const isNamed = (look === 'primary' || look === 'button') && said('open') === form.act;
  const onNamed = isNamed ? () => say({ open: '' }, { replace: true }) : undefined;
  return (
    <ActDialog label={opens} title={title} look={look} onNamed={onNamed} needs={FormOfAct}>
      {(close) => <FormOfAct {...(form as unknown as ActFormProps<ActId>)} label={label} isDangerous={isDangerous} close={close} />}
    </ActDialog>
  );
}
