// Messages between the deciding thread and the readers. Each direction is one port, so everything arrives in the order it was sent.
import type { HttpAnswer } from '../../http/http-message.ts';
import type { Problem } from '../../http/problem.ts';
import type { Picture } from '../../pictures/picture.ts';
import type { FedStep } from '../../store/held/log-step.ts';
import type { AskedTotals } from '../../store/held/asked-totals.ts';
import type { AnsweredRequest } from '../../watching/answered-request.ts';
import type { LineFacts } from '../../watching/log.ts';

/** Which part of a thread answers a request. The deciding thread asks readers for pages; readers pass it everything else. */
export type Desk = 'api' | 'page' | 'provider';

/** A request as a reader received it. `body`: its bytes, if it is small. */
export interface PassedRequest {
  readonly method: string;
  readonly target: string;
  readonly caller: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly id: string;
  readonly isDirect: boolean;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** The questions of readers, and their answers. */
export interface Questions {
  readonly answer: { readonly ask: { readonly desk: Desk; readonly request: PassedRequest }; readonly told: HttpAnswer };
  /** The admission of a listener: whether they may read everything, and headers of their rate limit. */
  readonly admission: {
    readonly ask: PassedRequest;
    readonly told: { readonly mayReadAll: boolean; readonly left: Readonly<Record<string, string>> | undefined };
  };
  /** Whether the key or session of an admission, by its number, is still valid. */
  readonly 'still valid': { readonly ask: number; readonly told: boolean };
  /** Room for a stream of a caller. */
  readonly stream: { readonly ask: string; readonly told: void };
  readonly draw: { readonly ask: Picture; readonly told: Uint8Array<ArrayBuffer> };
  /** Totals, which only the deciding thread has. */
  readonly scoreOf: Called<AskedTotals['scoreOf']>;
  readonly latestEvent: Called<AskedTotals['latestEvent']>;
  readonly standings: Called<AskedTotals['standings']>;
}

/** A question with a function's arguments, and its result. */
interface Called<Fn extends (...args: never) => unknown> {
  readonly ask: Parameters<Fn>;
  readonly told: Awaited<ReturnType<Fn>>;
}

/** The bytes of a large body, or that it is incomplete. */
export type PassedBody = { readonly bytes: Uint8Array<ArrayBuffer> | undefined } | { readonly broken: string };

type Question = { readonly [What in keyof Questions]: { readonly what: What; readonly ask: Questions[What]['ask'] } }[keyof Questions];

/** A question of either thread to the other. */
export type Asked = { readonly kind: 'asked'; readonly number: number; readonly asked: Question };

export type Told = { readonly kind: 'told'; readonly outcome: Outcome };

export type FromReader =
  | { readonly kind: 'ready' | 'listening' | 'drained' }
  | { readonly kind: 'body'; readonly number: number; readonly body: PassedBody }
  | { readonly kind: 'answered'; readonly request: AnsweredRequest }
  /** A stream ended. */
  | { readonly kind: 'left'; readonly caller: string }
  /** Listeners were notified of a change. */
  | { readonly kind: 'pushed'; readonly lagSeconds: number }
  | { readonly kind: 'used'; readonly key: string; readonly at: number }
  | { readonly kind: 'log'; readonly line: string; readonly facts: LineFacts | undefined };

export type ToReader =
  | { readonly kind: 'steps'; readonly steps: readonly FedStep[] }
  | { readonly kind: 'listen'; readonly port: number }
  | { readonly kind: 'drain' | 'keys changed' }
  /** The body of a request that was passed without it. */
  | { readonly kind: 'body'; readonly number: number; readonly mostBytes: number };

/** The answer to a question, or an error. */
export type Outcome = { readonly number: number } & (
  | { readonly told: Questions[keyof Questions]['told'] }
  | { readonly problem: Pick<Problem, 'code' | 'message' | 'faults' | 'headers' | 'told'> }
  | { readonly failure: string }
);
