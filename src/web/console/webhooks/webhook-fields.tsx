import type { ApiWebhook, WebhookEvent } from '../../../contract/operation/webhook-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { BoardsField } from '../parts/form/board-field.tsx';
import { SeveralField, ticksOf } from '../parts/form/fields.tsx';
import { EVENT_CHOICES, PERIOD_CHOICES } from './webhook-words.ts';

/** What a webhook is told of. */
export function ToldOfFields({ events, boards, periods }: Pick<ApiWebhook, 'events' | 'boards' | 'periods'>) {
  return (
    <>
      <SeveralField name="events" label="What it is told" options={EVENT_CHOICES} chosen={events} />
      <BoardsField name="boards" label="Of which boards" hint="None ticked: of all of them." chosen={boards ?? []} />
      <SeveralField
        name="periods"
        label="Of which periods"
        hint="None ticked: of all of them."
        options={PERIOD_CHOICES}
        chosen={periods ?? []}
      />
    </>
  );
}

/** What these fields say, as the API takes it. */
export function toldOf(form: FormData): {
  readonly events: WebhookEvent[];
  readonly boards: string[] | null;
  readonly periods: PeriodKind[] | null;
} {
  const [boards, periods] = [ticksOf(form, 'boards'), ticksOf(form, 'periods') as PeriodKind[]];
  return {
    events: ticksOf(form, 'events') as WebhookEvent[],
    boards: boards.length === 0 ? null : boards,
    periods: periods.length === 0 ? null : periods,
  };
}
