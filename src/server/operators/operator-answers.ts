// API answers about operators, sessions and invitations.
import type { AnswerTo } from '../../contract/api.ts';
import type { ApiOwnSession } from '../../contract/operation/operators.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { Invitation } from './invitations.ts';
import type { Person } from './people.ts';
import { endsOf, type Session, type SignedIn } from './sessions.ts';

export function ownSessionAnswer(
  signedIn: SignedIn | undefined,
  ways: ApiOwnSession['ways'],
  setup: ApiOwnSession['setup'],
): ApiOwnSession {
  if (signedIn === undefined) return { person: null, session: null, ways, setup };
  const {
    person: { id, name, role },
    session,
  } = signedIn;
  return {
    person: { id, name, role },
    session: { id: session.id, startedAt: timeText(session.startedAt), ...endsAnswer(session) },
    ways,
    setup,
  };
}

/** `people`: owners of the sessions; `own`: the id of the caller's session. */
export function sessionsAnswer(sessions: readonly Session[], people: readonly Person[], own: string | undefined): AnswerTo<'sessions'> {
  const names = new Map(people.filter(({ state }) => state === 'active').map(({ id, name }) => [id, name]));
  return {
    sessions: sessions.flatMap((session) => {
      const name = names.get(session.person);
      // If a person is removed while signing in, a useless session remains.
      if (name === undefined) return [];
      return [
        {
          id: session.id,
          person: { id: session.person, name },
          startedAt: timeText(session.startedAt),
          seenAt: timeText(session.seenAt),
          ...endsAnswer(session),
          own: session.id === own,
        },
      ];
    }),
  };
}

/** `sessions`: at least the person's active ones. `keys`: names of active keys they created. */
export function operatorAnswer(person: Person, sessions: readonly Session[], keys: string[]): AnswerTo<'changeOperator'> {
  const { id, name, role, state, identities, joinedAt, signedInAt } = person;
  const seen = sessions.filter((session) => session.person === id).map(({ seenAt }) => seenAt);
  return {
    id,
    name,
    role,
    state,
    ...passkeysAnswer(person),
    oidc: identities.length > 0,
    joinedAt: timeText(joinedAt),
    lastSeenAt: timeText(Math.max(signedInAt, ...seen)),
    keys,
  };
}

export function passkeysAnswer({ passkeys }: Person): AnswerTo<'addPasskey'> {
  return {
    passkeys: passkeys.map(({ id, name, addedAt, usedAt, invitedBy = null }) => ({
      id,
      name,
      addedAt: timeText(addedAt),
      usedAt: usedAt === null ? null : timeText(usedAt),
      invitedBy,
    })),
  };
}

export function invitationAnswer(invitation: Invitation): AnswerTo<'withdrawInvitation'> {
  return { id: invitation.id, createdAt: timeText(invitation.createdAt), ...invitedAnswer(invitation) };
}

/** An invitation as seen by the invited person. */
export function invitedAnswer({
  role,
  name,
  person,
  isKnown,
  expiresAt,
}: Invitation): Omit<AnswerTo<'withdrawInvitation'>, 'id' | 'createdAt'> {
  return { role, name, operator: isKnown ? person : null, expiresAt: timeText(expiresAt) };
}

function endsAnswer(session: Session): { readonly endsAt: string; readonly idleEndsAt: string } {
  const { endsAt, idleEndsAt } = endsOf(session);
  return { endsAt: timeText(endsAt), idleEndsAt: timeText(idleEndsAt) };
}
