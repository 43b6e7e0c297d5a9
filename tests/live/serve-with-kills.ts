// A live server. It answers each message of its parent with the number of listening readers; a number in the message ends that reader.
import type { Worker } from 'node:worker_threads';

const listening: Worker[] = [];
process.on('worker', (worker: Worker) => {
  worker.on('message', (messages: readonly { readonly kind?: string }[] | { readonly outcome: unknown }) => {
    // Other threads send single messages.
    if (Array.isArray(messages) && messages.some(({ kind }) => kind === 'listening')) listening.push(worker);
  });
  worker.on('exit', () => {
    if (listening.includes(worker)) listening.splice(listening.indexOf(worker), 1);
  });
});
process.on('message', (chosen: number | null) => {
  const count = listening.length;
  if (chosen !== null && count > 0) void listening.splice(chosen % count, 1)[0]!.terminate();
  process.send!(count);
});
await import('../../src/main/serve/live-server.ts');
