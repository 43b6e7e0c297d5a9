// Metrics in Prometheus's text format, version 0.0.4.

/** One value of a metric. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** Appended to the name, for histograms and summaries. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

/** A metric, read on each scrape. */
export interface Figure {
  /** Begins with `laurels_` or `process_`, ends with its unit, and with `_total` if it only increases. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly read: Read;
}

/** One value, or several with labels; `undefined` if unknown. If it rejects, the metric is left out. */
type Reading = readonly Sample[] | number | undefined;
type Read = () => Promise<Reading> | Reading;

export function gauge(name: string, help: string, read: Read): Figure {
  return { name, help, type: 'gauge', read };
}

export function counter(name: string, help: string, read: Read): Figure {
  return { name, help, type: 'counter', read };
}

/** A summary of durations: total seconds, and count. */
export function summary(name: string, help: string, read: () => { readonly sum: number; readonly count: number }): Figure {
  return {
    name,
    help,
    type: 'summary',
    read() {
      const { sum, count } = read();
      return [
        { suffix: '_sum', value: sum },
        { suffix: '_count', value: count },
      ];
    },
  };
}

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Renders all metrics. */
export async function exposition(figures: readonly Figure[]): Promise<string> {
  return (await Promise.all(figures.map(textOf))).join('');
}

async function textOf({ name, help, type, read }: Figure): Promise<string> {
  let reading: Reading;
  try {
    reading = await read();
  } catch {
    // The readiness metric and the log report the problem.
    return '';
  }
  const samples: readonly Sample[] = typeof reading === 'number' ? [{ value: reading }] : (reading ?? []);
  const lines = samples.map(({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labelsText(labels)} ${valueText(value)}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const quoted = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${quoted(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function valueText(value: number): string {
  return value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value);
}
