// Figures as Prometheus reads them: its text format, version 0.0.4.

/** One value of a figure. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** After the name of the figure, such as `_sum` of a histogram. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

/** A figure, read when it is asked for. */
export interface Figure {
  /** Begins with `laurels_` or `process_`, ends with its unit, and with `_total` if it only rises. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly read: Read;
}

/** One value, or several with labels; `undefined` if nobody knows. Rejects if it cannot be read now: then the figure is left out. */
type Reading = readonly Sample[] | number | undefined;
type Read = () => Promise<Reading> | Reading;

export function gauge(name: string, help: string, read: Read): Figure {
  return { name, help, type: 'gauge', read };
}

export function counter(name: string, help: string, read: Read): Figure {
  return { name, help, type: 'counter', read };
}

/** How long something took in all, in seconds, and how often. */
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

/** All figures as text. */
export async function exposition(figures: readonly Figure[]): Promise<string> {
  return (await Promise.all(figures.map(textOf))).join('');
}

async function textOf({ name, help, type, read }: Figure): Promise<string> {
  let reading: Reading;
  try {
    reading = await read();
  } catch {
    // What is wrong is told by the figure of readiness, and by the log.
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
