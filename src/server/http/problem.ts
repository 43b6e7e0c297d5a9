/** A field of a request, as a path such as `events[3].points`, and the rule it breaks. */
export interface Fault {
  readonly field: string;
  readonly rule: string;
}

/** The kinds of expected failure; the code is the last part of the problem's type. */
const TITLES = {
  'bad-request': [400, 'The request is not valid'],
  unauthorised: [401, 'Sign in, or send an API key'],
  'expired-key': [401, 'This API key has expired'],
  forbidden: [403, 'You may not do that'],
  refused: [403, 'This was not accepted'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'This method is not allowed at this address'],
  timeout: [408, 'The request took too long'],
  conflict: [409, 'This does not fit what is there'],
  changed: [409, 'This was changed meanwhile'],
  archived: [409, 'This board is archived'],
  'name-taken': [409, 'This name is already in use'],
  overtaken: [412, 'Somebody changed this meanwhile'],
  gone: [410, 'The period of this cursor is over'],
  'too-large': [413, 'The request is too large'],
  'unsupported-media-type': [415, 'The body must be application/json'],
  'expectation-failed': [417, 'This expectation cannot be met'],
  'invalid-event': [422, 'An event is not valid'],
  'too-many-requests': [429, 'Too many requests'],
  'headers-too-large': [431, 'The headers are too large'],
  internal: [500, 'Something went wrong on our side'],
  unavailable: [503, 'The server cannot answer right now'],
  'storage-full': [507, 'The disk is full'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof TITLES;

/** An expected failure of a request, told as RFC 9457 problem details. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;
  /** What is told besides, as members of its own. */
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

  /** The problem as the members of RFC 9457, for an answer or for one result of a batch. */
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

/** A failure that passes: the same may be tried again after so many seconds. */
export function passingProblem(code: ProblemCode, detail: string, seconds: number): Problem {
  return new Problem(code, detail, [], { 'retry-after': String(seconds) });
}

/** No player has this username. `field` is the one the name was given in. */
export function noSuchPlayer(username: string, field = 'username'): Problem {
  return new Problem('not-found', `Nobody called "${username}" has any points yet.`, [{ field, rule: 'must be the username of a player' }]);
}
