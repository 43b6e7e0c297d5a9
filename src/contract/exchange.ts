// What comes of asking the API, whoever asks.
import type { Answer, Endpoint } from './endpoint.ts';
import type { ApiProblem } from './parts/answer-parts.ts';

/** The API answered with something other than what was asked for. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  /** What the server says of it; `undefined` if it was not the API that answered. */
  readonly problem: ApiProblem | undefined;

  constructor(status: number, target: string, problem: ApiProblem | undefined) {
    const faults = problem?.errors?.map(({ field, rule }) => `${field} ${rule}`) ?? [];
    super(problem === undefined ? `${target} was answered with status ${status}` : [problem.detail, ...faults].join(' '));
    this.status = status;
    this.problem = problem;
  }
}

/** An answer, and how its content is named where it can be replaced: for `If-Match`. */
export interface Exchanged<E extends Endpoint> {
  readonly answer: Answer<E>;
  readonly etag: string | null;
}
