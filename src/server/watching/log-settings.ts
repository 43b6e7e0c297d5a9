/** Log levels, each including the previous ones. */
const REACHES = ['error', 'warn', 'info', 'requests', 'debug'] as const;

/** The log level. `requests` adds a line per request; `debug` adds files, health checks and requested paths. */
export type LogReach = (typeof REACHES)[number];

const FORMS = ['json', 'text'] as const;

export type LogForm = (typeof FORMS)[number];

/** Log settings; defaults depend on whether the log goes to a terminal. */
export interface LogSettings {
  readonly reach?: LogReach;
  readonly form?: LogForm;
}

/** The values that {@link readLogSettings} accepts. */
export const LOG_RULE = `must be one of ${REACHES.join(', ')}, optionally with ${FORMS.join(' or ')}, for example warn,json`;

/** Parses comma-separated words in any order; `undefined` if invalid. */
export function readLogSettings(text: string): LogSettings | undefined {
  const words = text.toLowerCase().split(/[,\s]+/);
  const reach = REACHES.filter((known) => words.includes(known));
  const form = FORMS.filter((known) => words.includes(known));
  if (reach.length > 1 || form.length > 1 || reach.length + form.length < words.length) return undefined;
  return { ...(reach[0] !== undefined && { reach: reach[0] }), ...(form[0] !== undefined && { form: form[0] }) };
}

/** Whether level `reach` includes level `kind`. */
export function reaches(reach: LogReach, kind: LogReach): boolean {
  return REACHES.indexOf(kind) <= REACHES.indexOf(reach);
}
