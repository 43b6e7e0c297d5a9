// What an operator asks about the server that runs.
import { overviewSchema, settingsSchema, workListSchema } from './server-answers.ts';
export const SERVER_ENDPOINTS = {
  overview: {
    route: 'GET /api/v1/overview',
    role: 'viewer',
    summary: 'Read how everything is',
    description:
      'What an operator looks at first: events a second, when each key last posted, which periods close next, what waits for a decision, ' +
      'backups, disk, webhooks, processes and troubles. It is found out at most once a second. Events are counted by the process that ' +
      'answers, which hears of those of all others; it remembers an hour, and nothing from before it started.',
    answers: { 200: { description: 'How everything is', schema: overviewSchema } },
  },
  settings: {
    route: 'GET /api/v1/settings',
    role: 'viewer',
    summary: 'Read the settings of the server',
    description:
      'Every environment variable that the server knows, in groups: whether it is set, what it is, what it must be and what it does. Of a ' +
      'secret you are told only whether it is set. Settings change when the server is started again.',
    answers: { 200: { description: 'The settings', schema: settingsSchema } },
  },
  work: {
    route: 'GET /api/v1/work',
    role: 'viewer',
    summary: 'Read what takes long and is under way',
    description:
      'Backups, merges of players and erasures that the process works on that you ask, with how far each is; merges and imports of all ' +
      'processes. What is under way comes first, oldest first, and then what ended here in the last ten minutes, newest first. Work goes on ' +
      'if whoever asked for it leaves.',
    answers: { 200: { description: 'The work', schema: workListSchema } },
  },
} as const;
