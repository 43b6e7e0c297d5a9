import type { ApiDelivery, ApiWebhook } from '../../../contract/operation/webhook-answers.ts';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { ChoiceField } from '../parts/form/fields.tsx';
import { ListFilters } from '../parts/list/list-filters.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { TurnPage } from '../parts/list/turn-page.tsx';
import { messageWords, STATE_WORDS } from './webhook-words.ts';
import styles from './webhooks.module.css';

const STATES = Object.keys(STATE_WORDS) as ApiDelivery['state'][];
const CHOICES = [{ value: '', text: 'All' }, ...STATES.map((state) => ({ value: state as string, text: STATE_WORDS[state] }))];

/** How often what is sent is looked at again, in milliseconds. */
const LOOKED_EVERY_MS = 5000;

/** What was sent to a webhook, and what came of it. */
export function Deliveries({ webhook: { name, deliveries: counts } }: { readonly webhook: ApiWebhook }) {
  const { said } = useAddress();
  const [state, before] = [STATES.find((each) => each === said('state')), said('before')];
  const asked = {
    webhook: name,
    query: { ...(state !== undefined && { state }), ...(/^[1-9]\d{0,14}$/.test(before) && { before: Number(before) }) },
  };
  const deliveries = useQuestion('deliveries', asked, { everyMs: LOOKED_EVERY_MS });
  return (
    <RoomPart title="Deliveries">
      <ListFilters names={['state']}>
        <ChoiceField name="state" label="Which" defaultValue={state ?? ''} options={CHOICES} />
      </ListFilters>
      {counts.failed === 0 ? null : (
        <div>
          <ActDialog label="Send all that failed again">
            {(close) => (
              <ActForm
                act="redeliver"
                label="Send them again"
                asked={() => ({ webhook: name, body: {} })}
                done={({ again }) => `${again} ${again === 1 ? 'delivery is' : 'deliveries are'} sent again.`}
                onDone={close}
              >
                <p>They keep their ids, so that the receiver can tell what it already had.</p>
              </ActForm>
            )}
          </ActDialog>
        </div>
      )}
      <Answered question={deliveries}>
        {({ deliveries: all, next }) => (
          <>
            <DataTable
              caption="Deliveries"
              rows={all}
              keyOf={({ id }) => id}
              none={state === undefined ? 'Nothing was sent yet. Send a test to see whether it arrives.' : 'No delivery is like that.'}
              columns={[
                { head: 'What', cell: ({ type }) => messageWords(type) },
                { head: 'When', cell: ({ at }) => <Moment at={at} /> },
                { head: 'State', cell: (delivery) => <StateTold delivery={delivery} /> },
                { head: 'Attempts', cell: ({ attempts }) => <Attempts attempts={attempts} /> },
                { head: 'Id', cell: ({ id }) => <span className={styles.id}>{id}</span> },
                { head: 'Acts', cell: (delivery) => <Again webhook={name} delivery={delivery} /> },
              ]}
            />
            <TurnPage next={next} />
          </>
        )}
      </Answered>
      <RequestShown id="deliveries" asked={asked} />
    </RoomPart>
  );
}

function StateTold({ delivery: { state, dueAt } }: { readonly delivery: ApiDelivery }) {
  return (
    <>
      {STATE_WORDS[state]}
      {dueAt === null ? null : (
        <span className={styles.more}>
          next try <Moment at={dueAt} />
        </span>
      )}
    </>
  );
}

/** The latest attempt, and behind it those before. */
function Attempts({ attempts }: Pick<ApiDelivery, 'attempts'>) {
  const latest = attempts.at(-1);
  if (latest === undefined) return 'none yet';
  if (attempts.length === 1) return <Attempt attempt={latest} />;
  return (
    <details className={styles.attempts}>
      <summary>
        {attempts.length} attempts, the latest: {latest.result}
      </summary>
      <ol className={styles.list}>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <Attempt attempt={attempt} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Attempt({ attempt: { at, result } }: { readonly attempt: ApiDelivery['attempts'][number] }) {
  return (
    <span>
      {result}, <Moment at={at} />
    </span>
  );
}

function Again({ webhook, delivery: { id, type } }: { readonly webhook: string; readonly delivery: ApiDelivery }) {
  return (
    <ActDialog label="Send again" title={`Send again: ${messageWords(type)}`} look="words">
      {(close) => (
        <ActForm
          act="redeliver"
          label="Send it again"
          asked={() => ({ webhook, body: { delivery: id } })}
          done="It is sent again."
          onDone={close}
        >
          <p>Whatever came of it. It keeps its id, so that the receiver can tell that it already had it.</p>
        </ActForm>
      )}
    </ActDialog>
  );
}
