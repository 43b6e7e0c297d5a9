import type { ApiHeld } from '../../../contract/operation/held-answers.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';

const STATE_WORDS = { waiting: 'are held', accepted: 'were held, and are accepted', rejected: 'were held, and are rejected' } as const;

/** Says that the points of the id that is looked for are held, or were. */
export function HeldEvent({ held: { state, reason, event } }: { readonly held: ApiHeld }) {
  return (
    <p>
      The points of {event.username} under this id {STATE_WORDS[state]}: {reason}{' '}
      <Link to={{ pathname: '/held', search: `?${new URLSearchParams({ state: 'all', event: event.id })}` }} className={control.link}>
        See held points
      </Link>
    </p>
  );
}
