import type { AnsweredRequest } from './answered-request.ts';
import { counter, type Figure, type Sample } from './exposition.ts';

/** Bucket bounds in seconds. */
const BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const;

/** Unknown methods are counted together, so that clients cannot create labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

class Route {
  readonly labels: { readonly method: string; readonly route: string };
  /** Counts per bucket, not cumulative; the last one is unbounded. */
  readonly buckets = new Float64Array(BOUNDS_S.length + 1);
  readonly byStatus = new Map<number, number>();
  seconds = 0;

  constructor(method: string, route: string) {
    this.labels = { method, route };
  }

  note(status: number, seconds: number): void {
    let bucket = 0;
    while (bucket < BOUNDS_S.length && seconds > BOUNDS_S[bucket]!) bucket += 1;
    this.buckets[bucket]! += 1;
    this.seconds += seconds;
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
  }

  durations(): Sample[] {
    const { method, route } = this.labels;
    let count = 0;
    const buckets = Array.from(this.buckets, (inBucket, i): Sample => {
      count += inBucket;
      return { suffix: '_bucket', labels: { method, route, le: i < BOUNDS_S.length ? String(BOUNDS_S[i]) : '+Inf' }, value: count };
    });
    return [
      ...buckets,
      { suffix: '_sum', labels: this.labels, value: this.seconds },
      { suffix: '_count', labels: this.labels, value: count },
    ];
  }

  statuses(): Sample[] {
    const { method, route } = this.labels;
    return Array.from(this.byStatus, ([status, value]) => ({ labels: { method, route, status: String(status) }, value }));
  }
}

/** Counts requests by method and route. */
export class RequestFigures {
  readonly #routes = new Map<string, Route>();

  readonly note = ({ method, route, status, durationMs }: AnsweredRequest): void => {
    const counted = METHODS.has(method) ? method : 'other';
    const name = `${counted} ${route}`;
    let each = this.#routes.get(name);
    if (each === undefined) this.#routes.set(name, (each = new Route(counted, route)));
    each.note(status, durationMs / 1000);
  };

  readonly figures: readonly Figure[] = [
    {
      name: 'laurels_http_request_duration_seconds',
      help: 'Time from receiving the request headers to writing the answer.',
      type: 'histogram',
      read: () => [...this.#routes.values()].flatMap((route) => route.durations()),
    },
    counter('laurels_http_requests_total', 'Answered requests.', () => [...this.#routes.values()].flatMap((route) => route.statuses())),
  ];
}
