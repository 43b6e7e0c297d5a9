import type { ApiPayout, PayoutState } from '../../../contract/operation/settlement-answers.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { TextField, textOf } from '../parts/form/fields.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RowActs } from '../parts/list/row-acts.tsx';
import { STATE_WORDS } from './payout-words.ts';

interface Marking {
  readonly state: PayoutState;
  /** What its button in the list says, and the one in the form. */
  readonly label: string;
  readonly order: string;
  readonly told: string;
  readonly done: string;
}

const PAY: Marking = {
  state: 'paid',
  label: 'Mark as paid',
  order: 'Mark as paid',
  told: 'Say it once the prize is sent. Of several operators who mark it, one is right: the others are told.',
  done: 'is paid',
};

const DECLINE: Marking = {
  state: 'declined',
  label: 'Decline',
  order: 'Decline the prize',
  told: 'It is not sent. Nobody moves up for it.',
  done: 'is declined',
};

const DUE_AGAIN: Marking = {
  state: 'due',
  label: 'Due again',
  order: 'Make it due again',
  told: 'For a prize that was marked by mistake, or came back.',
  done: 'is due again',
};

/** What can be said of a prize: one that is due is paid or declined, any other is due again first. */
export function PayoutActs({ payout }: { readonly payout: ApiPayout }) {
  const markings = payout.state === 'due' ? [PAY, DECLINE] : [DUE_AGAIN];
  const what = `${payout.prize} of ${payout.player.displayName}`;
  return (
    <RowActs of={what}>
      {markings.map((marking) => (
        <ActDialog key={marking.state} label={marking.label} title={`${marking.label}: ${what}`} look="words">
          {(close) => <Mark id={payout.id} marking={marking} onDone={close} />}
        </ActDialog>
      ))}
    </RowActs>
  );
}

interface MarkProps {
  readonly id: string;
  readonly marking: Marking;
  readonly onDone: () => void;
}

/** Marks a prize, as it was when the form was opened. */
function Mark({ id, marking, onDone }: MarkProps) {
  const payout = useQuestion('payout', { payout: id });
  return (
    <Answered question={payout}>
      {(kept) => <Marked key={id} payout={kept} etag={payout.etag} marking={marking} onDone={onDone} />}
    </Answered>
  );
}

interface MarkedProps {
  readonly payout: ApiPayout;
  readonly etag: string | null;
  readonly marking: Marking;
  readonly onDone: () => void;
}

function Marked({ payout, etag, marking: { state, order, told, done }, onDone }: MarkedProps) {
  return (
    <ActForm
      act="markPayout"
      label={order}
      etag={etag}
      asked={(form) => {
        const note = textOf(form, 'note');
        return { payout: payout.id, body: { state, ...(note !== '' && { note }) } };
      }}
      done={({ prize, player }) => `${prize} of ${player.displayName} ${done}.`}
      onDone={onDone}
    >
      <p>
        {told} Now: {STATE_WORDS[payout.state].toLowerCase()} <Moment at={payout.at} />.
      </p>
      <TextField name="note" label="Note" hint="Such as how it was sent. For operators only." maxLength={200} />
    </ActForm>
  );
}
