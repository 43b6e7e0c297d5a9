import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Figure } from './exposition.ts';

const NANOSECONDS = 1e9;

/** How often it is looked how late the event loop is, in milliseconds. */
const LOOK_EVERY_MS = 20;

/** What the process takes of its machine, and how late its event loop is. `stop` ends looking. */
export function processFigures(): { readonly figures: readonly Figure[]; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delay.enable();
  const startedAt = Date.now() / 1000 - process.uptime();
  const one = (value: number) => [{ value }];
  return {
    figures: [
      {
        name: 'process_cpu_seconds_total',
        help: 'Processor time of all threads.',
        type: 'counter',
        read: () => {
          const { user, system } = process.cpuUsage();
          return one((user + system) / 1e6);
        },
      },
      {
        name: 'process_resident_memory_bytes',
        help: 'Memory that the process has.',
        type: 'gauge',
        read: () => one(process.memoryUsage.rss()),
      },
      { name: 'process_start_time_seconds', help: 'When the process started.', type: 'gauge', read: () => one(startedAt) },
      {
        name: 'process_open_fds',
        help: 'Open files and connections.',
        type: 'gauge',
        // Only Linux can say.
        read: () => one(readdirSync('/proc/self/fd').length - 1),
      },
      {
        name: 'laurels_event_loop_delay_seconds',
        help: 'How late the event loop was since it was last asked: the worst, and what 99 of 100 looks found at most.',
        type: 'gauge',
        read: () => {
          // Nothing was seen yet where the histogram is empty.
          const found = [
            { labels: { share: '0.99' }, value: delay.percentile(99) / NANOSECONDS },
            { labels: { share: '1' }, value: Math.max(0, delay.max) / NANOSECONDS },
          ];
          delay.reset();
          return found;
        },
      },
    ],
    stop: () => void delay.disable(),
  };
}
