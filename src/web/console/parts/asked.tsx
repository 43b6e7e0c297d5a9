import type { ReactNode } from 'react';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Answer, Asked as AskedOf } from '../../../contract/endpoint.ts';
import { ApiFailure } from '../../../contract/exchange.ts';
import { type AnyAsked, type Operations, requestText } from '../asking/console-api.ts';
import { NoPasskey } from '../asking/passkeys.ts';
import { type Question, type QuestionId, type QuestionOptions, useQuestion } from '../asking/use-question.ts';
import styles from './console.module.css';
import { CopyButton } from './words/copy-button.tsx';
import { cutValues } from './words/cut-values.ts';

/** What went wrong and what to do, in the server's words where it has some. */
export function failureWords(failure: Error): string {
  if (failure instanceof NoPasskey) return failure.message;
  if (!(failure instanceof ApiFailure)) return 'The server cannot be reached. Check the connection, then try again.';
  const { problem, status } = failure;
  if (problem === undefined) return `The server answered with status ${status} and did not say why. Try again, and look at its log.`;
  return problem.detail;
}

/** Says that something failed; nothing if nothing did. */
export function FailureTold({ failure }: { readonly failure: Error | null }) {
  return (
    <div role="alert" className={failure === null ? 'visually-hidden' : styles.bad}>
      {failure === null ? null : <p>{failureWords(failure)}</p>}
    </div>
  );
}

interface AskedProps<Id extends QuestionId> extends QuestionOptions<Id> {
  readonly id: Id;
  readonly of?: AskedOf<Operations[Id]> | undefined;
  /** Whether the request is shown below, ready to copy: not in a form, which shows the one that it makes. */
  readonly hasRequest?: boolean;
  readonly children: (answer: Answer<Operations[Id]>, question: Question<Id>) => ReactNode;
}

/**
 * Asks the server for as long as it is shown: what is made of the answer; until there is one, that it is on its way, and if there is
 * none, why. An older one stays while a newer one fails.
 */
export function Asked<const Id extends QuestionId>({ id, of, hasRequest = false, children, ...options }: AskedProps<Id>) {
  const question = useQuestion(id, of, options);
  const { answer, failure } = question;
  return (
    <>
      <FailureTold failure={failure} />
      {answer === undefined ? failure === null ? <p className="muted">Loading…</p> : null : children(answer, question)}
      {hasRequest ? <RequestShown id={id} asked={(of ?? {}) as AnyAsked} /> : null}
    </>
  );
}

/** The request that a room makes, or would make, ready to copy. A long value is shown cut, and copied whole. */
export function RequestShown({ id, asked }: { readonly id: EndpointId; readonly asked: AnyAsked }) {
  const text = requestText(id, asked, location.origin);
  return (
    <details className={styles.more}>
      <summary>Request: {ENDPOINTS[id].summary}</summary>
      <pre className={styles.code}>{cutValues(text)}</pre>
      <CopyButton text={text} label="Copy the request" />
    </details>
  );
}
