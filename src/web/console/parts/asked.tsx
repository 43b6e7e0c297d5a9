import { createContext, type ReactNode, use, useEffect, useState } from 'react';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Answer, Asked as AskedOf } from '../../../contract/endpoint.ts';
import { ApiFailure } from '../../../contract/exchange.ts';
import control from '../../ui/control.module.css';
import { type AnyAsked, type Operations, requestText } from '../asking/console-api.ts';
import { NoPasskey } from '../asking/passkeys.ts';
import { type Question, type QuestionId, type QuestionOptions, useQuestion } from '../asking/use-question.ts';
import styles from './console.module.css';
import { FAILED, LOADING, REQUEST } from './parts-words.ts';
import { SidePanel } from './side-panel.tsx';
import { CopyButton } from './words/copy-button.tsx';
import { cutValues } from './words/cut-values.ts';

/** What went wrong and how to fix it, in the server's own words if available. */
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
      {hasRequest ? <RequestNoted id={id} asked={(of ?? {}) as AnyAsked} /> : null}
    </>
  );
}

interface ARequest {
  readonly id: EndpointId;
  readonly asked: AnyAsked;
}

/** A form's request, ready to copy. */
export function RequestShown({ id, asked }: ARequest) {
  return (
    <details className={styles.more}>
      <summary>{REQUEST.shown(ENDPOINTS[id].summary)}</summary>
      <RequestText id={id} asked={asked} />
    </details>
  );
}

/** Long values are displayed shortened and copied in full. */
function RequestText({ id, asked }: ARequest) {
  const text = requestText(id, asked, location.origin);
  return (
    <>
      <pre className={styles.code}>{cutValues(text)}</pre>
      <CopyButton text={text} label={REQUEST.copy} />
    </>
  );
}

/** Adds a request to the page's list. Returns a function that removes it. */
type NoteRequest = (request: ARequest) => () => void;

const NotedContext = createContext<NoteRequest>(() => () => {});

/** Adds a request to the page's list. */
export function RequestNoted({ id, asked }: ARequest) {
  const note = use(NotedContext);
  const text = JSON.stringify(asked);
  useEffect(() => note({ id, asked: JSON.parse(text) as AnyAsked }), [note, id, text]);
  return null;
}

/** Collects the requests of a page, and provides a button that shows them. */
export function PageRequests({ children }: { readonly children: (button: ReactNode) => ReactNode }) {
  const [requests, setRequests] = useState<readonly ARequest[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [note] = useState<NoteRequest>(() => (request: ARequest) => {
    setRequests((all) => [...all, request]);
    return () => setRequests((all) => all.filter((each) => each !== request));
  });
  const button =
    requests.length === 0 ? null : (
      <>
        <button
          type="button"
          className={`${control.quiet} ${styles.requests}`}
          title={REQUEST.page}
          aria-label={REQUEST.page}
          onClick={() => setOpen(true)}
        >
          {'</>'}
        </button>
        {isOpen ? (
          <SidePanel title={REQUEST.page} onClose={() => setOpen(false)}>
            {requests.map(({ id, asked }) => (
              <section key={id + JSON.stringify(asked)} className={styles.tight} aria-label={ENDPOINTS[id].summary}>
                <h3>{ENDPOINTS[id].summary}</h3>
                <RequestText id={id} asked={asked} />
              </section>
            ))}
          </SidePanel>
        ) : null}
      </>
    );
  return <NotedContext value={note}>{children(button)}</NotedContext>;
}
