import type { ReactNode } from 'react';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Answer, Asked as AskedOf } from '../../../contract/endpoint.ts';
import { ApiFailure } from '../../../contract/exchange.ts';
import { type AnyAsked, type Operations, requestText } from '../asking/console-api.ts';
import { NoPasskey } from '../asking/passkeys.ts';
import { type Question, type QuestionId, type QuestionOptions, useQuestion } from '../asking/use-question.ts';
import styles from './console.module.css';
import { FAILED, LOADING, REQUEST } from './parts-words.ts';
import { CopyButton } from './words/copy-button.tsx';
import { cutValues } from './words/cut-values.ts';

/** What went wrong and what to do, in the server's own words if it sent any. */
export function failureWords(failure: Error): string {
  if (failure instanceof NoPasskey) return failure.message;
  if (!(failure instanceof ApiFailure)) return FAILED.unreachable;
  return failure.problem?.detail ?? FAILED.unexplained(failure.status);
}

/** Announces an error, if there is one. */
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
  readonly hasRequest?: boolean;
  readonly children: (answer: Answer<Operations[Id]>, question: Question<Id>) => ReactNode;
}

/** Renders the answer to a request, and keeps it current while it is shown. The last answer stays on screen if a refetch fails. */
export function Asked<const Id extends QuestionId>({ id, of, hasRequest = false, children, ...options }: AskedProps<Id>) {
  const question = useQuestion(id, of, options);
  const { answer, failure } = question;
  return (
    <>
      <FailureTold failure={failure} />
      {answer === undefined ? failure === null ? <p className="muted">{LOADING}</p> : null : children(answer, question)}
      {hasRequest ? <RequestShown id={id} asked={(of ?? {}) as AnyAsked} /> : null}
    </>
  );
}

/** The request that a page or form makes, ready to copy. Long values are shown shortened and copied whole. */
export function RequestShown({ id, asked }: { readonly id: EndpointId; readonly asked: AnyAsked }) {
  const text = requestText(id, asked, location.origin);
  return (
    <details className={styles.more}>
      <summary>{REQUEST.shown(ENDPOINTS[id].summary)}</summary>
      <pre className={styles.code}>{cutValues(text)}</pre>
      <CopyButton text={text} label={REQUEST.copy} />
    </details>
  );
}
