import type { Fault } from '../../contract/parts/schema-faults.ts';

/** Expected failures. The code is the last part of the problem's type. */
const TITLES = {
  'bad-request': [400, 'Invalid request'],
  unauthorised: [401, 'Sign in, or send an API key'],
  'expired-key': [401, 'This API key has expired'],
  forbidden: [403, 'Permission denied'],
  refused: [403, 'Not accepted'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  timeout: [408, 'The request took too long'],
  conflict: [409, 'Conflict'],
  changed: [409, 'Changed in the meantime'],
  archived: [409, 'This board is archived'],
  'name-taken': [409, 'This name is already in use'],
  overtaken: [412, 'Someone else changed this in the meantime'],
  gone: [410, 'This cursor has expired'],
  'too-large': [413, 'The request is too large'],
  'unsupported-media-type': [415, 'The body must be application/json'],
  'range-not-satisfiable': [416, 'Range not satisfiable'],
  'expectation-failed': [417, 'Expectation failed'],
  'invalid-event': [422, 'Invalid event'],
  'too-many-requests': [429, 'Too many requests'],
  'headers-too-large': [431, 'The headers are too large'],
  internal: [500, 'Something went wrong on our side'],
  unavailable: [503, 'Service unavailable'],
  'storage-full': [507, 'The disk is full'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof TITLES;

/** An expected failure, answered as RFC 9457 problem details. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;
  /** Extension members. */
  readonly told: Readonly<Record<string, unknown>>;

  constructor(
    code: ProblemCode,
    detail: string,
    faults: readonly Fault[] = [],
    headers: Readonly<Record<string, string>> = {},
    told: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.faults = faults;
    this.headers = headers;
    this.told = told;
  }

  get status(): number {
    return TITLES[this.code][0];
  }

  /** The members of RFC 9457, for an answer or one result of a batch. */
  toJSON(): object {
    return {
      type: `urn:laurels:problem:${this.code}`,
      title: TITLES[this.code][1],
      status: this.status,
      detail: this.message,
      ...(this.faults.length > 0 && { errors: this.faults }),
      ...this.told,
    };
  }
}

/** A temporary failure, with Retry-After in seconds. */
export function passingProblem(code: ProblemCode, detail: string, seconds: number): Problem {
  return new Problem(code, detail, [], { 'retry-after': String(seconds) });
}

/** No player has the username in `field`. */
export function noSuchPlayer(username: string, field = 'username'): Problem {
  return new Problem('not-found', `No player named "${username}" has any points yet.`, [
    { field, rule: 'must be the username of a player' },
  ]);
}
