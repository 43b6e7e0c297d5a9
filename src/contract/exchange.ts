import type { Answer, Endpoint } from './endpoint.ts';
import type { ApiProblem } from './parts/answer-parts.ts';

/** The API answered with an error or an unexpected status. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  /** `undefined` if the answer is not a problem of the API, for example a proxy's error page. */
  readonly problem: ApiProblem | undefined;

  constructor(status: number, target: string, problem: ApiProblem | undefined) {
    const faults = problem?.errors?.map(({ field, rule }) => `${field} ${rule}`) ?? [];
    super(problem === undefined ? `${target} returned status ${status}` : [problem.detail, ...faults].join(' '));
    this.status = status;
    this.problem = problem;
  }
}

/** An answer with its entity tag, for `If-Match`. */
export interface Exchanged<E extends Endpoint> {
  readonly answer: Answer<E>;
  readonly etag: string | null;
}
