/** What a log has lines about, from least to most; each has those before it too. */
const REACHES = ['error', 'warn', 'info', 'requests', 'debug'] as const;

/** How much is logged. `requests`: also what was asked for; `debug`: also files, health, and addresses as they were asked for. */
export type LogReach = (typeof REACHES)[number];

const FORMS = ['json', 'text'] as const;

/** `json`: an object a line, for programs. `text`: for people. */
export type LogForm = (typeof FORMS)[number];

/** What an operator said of the log; whatever they did not say depends on where it goes. */
export interface LogSettings {
  readonly reach?: LogReach;
  readonly form?: LogForm;
}

/** What {@link readLogSettings} understands. */
export const LOG_RULE = `must be one of ${REACHES.join(', ')}, and ${FORMS.join(' or ')} if it should not depend on where it goes, such as warn,json`;

/** Reads words with commas between, in any order; `undefined` for any other. */
export function readLogSettings(text: string): LogSettings | undefined {
  const words = text.toLowerCase().split(/[,\s]+/);
  const reach = REACHES.filter((known) => words.includes(known));
  const form = FORMS.filter((known) => words.includes(known));
  if (reach.length > 1 || form.length > 1 || reach.length + form.length < words.length) return undefined;
  return { ...(reach[0] !== undefined && { reach: reach[0] }), ...(form[0] !== undefined && { form: form[0] }) };
}

/** Whether a log that reaches so far has lines of this kind. */
export function reaches(reach: LogReach, kind: LogReach): boolean {
  return REACHES.indexOf(kind) <= REACHES.indexOf(reach);
}
