import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { counter, type Figure, gauge } from './exposition.ts';

const NANOSECONDS = 1e9;

/** How often it is looked how late the event loop is, in milliseconds. */
const LOOK_EVERY_MS = 20;

/** What the process takes of its machine, and how late its event loop is. `stop` ends looking. */
export function processFigures(): { readonly figures: readonly Figure[]; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delay.enable();
  const startedAt = Date.now() / 1000 - process.uptime();
  return {
    figures: [
      counter('process_cpu_seconds_total', 'Processor time of all threads.', () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      }),
      gauge('process_resident_memory_bytes', 'Memory that the process has.', () => process.memoryUsage.rss()),
      gauge('process_start_time_seconds', 'When the process started.', () => startedAt),
      // Only Linux can say.
      gauge('process_open_fds', 'Open files and connections.', () => readdirSync('/proc/self/fd').length - 1),
      gauge(
        'laurels_event_loop_delay_seconds',
        'How late the event loop was since it was last asked: the worst, and what 99 of 100 looks found at most.',
        () => {
          // Nothing was seen yet where the histogram is empty.
          const found = [
            { labels: { share: '0.99' }, value: delay.percentile(99) / NANOSECONDS },
            { labels: { share: '1' }, value: Math.max(0, delay.max) / NANOSECONDS },
          ];
          delay.reset();
          return found;
        },
      ),
    ],
    stop: () => void delay.disable(),
  };
}
