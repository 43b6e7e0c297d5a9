import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';

import { onDemand } from '../../ui/floating/on-demand.tsx';
import { whenIdle } from '../../ui/when-idle.ts';
import { useAddress } from '../asking/use-address.ts';
import type { ActId } from '../asking/use-act.ts';
import type { ActFormProps, DialogProps, On } from './act-form.tsx';
import { ActDialog } from './dialog.tsx';

/** Loaded on demand: most visits to a page perform no action. */
const FormOfAct = onDemand(() => import('./act-form.tsx'), 'FormOfAct');

/** How often to check whether the page has loaded its data, in milliseconds. */
const LOOKED_EVERY_MS = 100;

let isAhead = false;

/** Preloads the form, but after the page's own data. */
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
  /** The submit button; by default it has the same label as the button that opens the form. */
  readonly label?: string;
}

/** A button that opens the form of an action. A URL whose `open` parameter names the action opens it, unless it is an action on a row. */
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
