// Handlers of operators, sessions, passkeys and invitations.
import type { OPERATOR_ENDPOINTS } from '../../../contract/operation/operators.ts';
import type { HttpAnswer, HttpRequest } from '../../http/http-message.ts';
import { Problem } from '../../http/problem.ts';
import { CLEARED_COOKIE, isFromConsole, setCookie } from '../../operators/console-cookie.ts';
import { invitationAnswer, invitedAnswer, operatorAnswer, passkeysAnswer, sessionsAnswer } from '../../operators/operator-answers.ts';
import { keysMadeBy } from '../../operation/keys/key-list.ts';
import { type Entered, personActing } from '../../operators/operators.ts';
import { json } from '../json-answer.ts';
import type { Handlers } from '../parsed-call.ts';
import type { ApiParts } from './api-parts.ts';

export function operatorHandlers({ operators, keyring, clock, oidc, limits }: ApiParts): Handlers<keyof typeof OPERATOR_ENDPOINTS> {
  const { people, sessions, invitations } = operators;

  /** Names of the active keys that a person created. */
  async function keysBy(): Promise<(person: { readonly id: string }) => string[]> {
    const keys = (await keyring?.list()) ?? [];
    return (person) => keysMadeBy(person, keys).map(({ name }) => name);
  }

  /** Rate limits refusals. @throws {Problem} as `work`; too-many-requests. */
  async function counted<T>(request: HttpRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'refused') throw error;
      const left = await limits.failures.take(request.caller);
      throw new Problem(error.code, error.message, error.faults, { ...error.headers, ...left });
    }
  }

  /** @throws {Problem} outside the console, which alone gets the cookie. */
  function expectConsole(request: HttpRequest): void {
    if (!isFromConsole(request, operators.origin))
      throw new Problem('refused', `Only the pages at ${operators.origin}/console can sign in here.`, [
        { field: 'laurels-console', rule: 'must be 1, in a same-origin request' },
      ]);
  }

  async function entered(request: HttpRequest, { token, ...signedIn }: Entered): Promise<HttpAnswer> {
    return { ...json(201, await operators.ownSession(request, signedIn)), cookies: [setCookie(token)] };
  }

  return {
    session: ({ request, signedIn }) => operators.ownSession(request, signedIn),
    beginSignIn: async () => ({ options: { ...(await operators.passkeys.signInOptions()) } }),
    signIn: ({ request, signedIn, body }) =>
      counted(request, async () => {
        expectConsole(request);
        return entered(request, await operators.signIn(body.credential, signedIn));
      }),
    beginOidc: ({ request, signedIn, body: { token } }) =>
      counted(request, async () => {
        if (oidc === undefined) throw new Problem('conflict', 'Single sign-on is not set up. Set LAURELS_OIDC_ISSUER to enable it.');
        expectConsole(request);
        const { location, cookie } = await oidc.begin(token, signedIn);
        return { ...json(200, { location }), cookies: [cookie] };
      }),
    async signOut({ request, signedIn }) {
      if (signedIn !== undefined) await operators.signOut(signedIn);
      const answer = json(200, await operators.ownSession(request, undefined));
      return isFromConsole(request, operators.origin) ? { ...answer, cookies: [CLEARED_COOKIE] } : answer;
    },
    async sessions({ signedIn, mayAs }) {
      const own = mayAs('owner') ? undefined : (signedIn?.person.id ?? '');
      return sessionsAnswer(await sessions.list(own), await people.list(), signedIn?.session.id);
    },
    async endSession({ variables: { session }, signedIn, mayAs }) {
      await sessions.end(session, mayAs('owner') ? 'anybody' : (signedIn?.person ?? { id: '' }));
      return { id: session };
    },
    async operators() {
      const going = await sessions.list();
      const keysOf = await keysBy();
      return { operators: (await people.list()).map((person) => operatorAnswer(person, going, keysOf(person))) };
    },
    async changeOperator({ variables: { operator }, body }) {
      const changed = await people.change(operator, body);
      return operatorAnswer(changed, await sessions.list(operator), (await keysBy())(changed));
    },
    async removeOperator({ variables: { operator }, query: { keys } }) {
      const removed = await operators.remove(operator);
      if (keys === 'revoke') await keyring?.revokeMadeBy(removed, clock());
      return operatorAnswer(removed, [], (await keysBy())(removed));
    },
    invitations: async () => ({ invitations: (await invitations.list()).map(invitationAnswer) }),
    async inviteOperator({ body }) {
      const { invitation, link, code } = await operators.invite(body);
      return { ...invitationAnswer(invitation), link, code };
    },
    withdrawInvitation: async ({ variables: { invitation } }) => invitationAnswer(await invitations.withdraw(invitation)),
    setupCode: ({ request }) =>
      counted(request, async () => {
        expectConsole(request);
        return { code: await operators.codeHere(request) };
      }),
    beginJoining: ({ request, body: { token } }) =>
      counted(request, async () => {
        const { invitation, options } = await operators.joinOptions(token);
        return { invitation: invitedAnswer(invitation), options: { ...options } };
      }),
    join: ({ request, signedIn, body }) =>
      counted(request, async () => {
        expectConsole(request);
        return entered(request, await operators.join(body, signedIn));
      }),
    beginPasskey: async ({ signedIn }) => ({ options: { ...(await operators.passkeyOptions(personActing(signedIn))) } }),
    addPasskey: ({ request, signedIn, body: { name, credential } }) =>
      counted(request, async () => passkeysAnswer(await operators.addPasskey(personActing(signedIn), name, credential))),
    async removePasskey({ variables: { passkey }, signedIn }) {
      personActing(signedIn);
      return passkeysAnswer(await operators.removePasskey(signedIn!, passkey));
    },
  };
}
