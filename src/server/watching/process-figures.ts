import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { counter, type Figure, gauge } from './exposition.ts';

const NANOSECONDS = 1e9;

/** The sampling interval of the event loop delay, in milliseconds. */
const LOOK_EVERY_MS = 20;

/** Metrics of the process: CPU, memory, files, event loop delay. `stop` ends sampling. */
export function processFigures(): { readonly figures: readonly Figure[]; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delay.enable();
  const startedAt = Date.now() / 1000 - process.uptime();
  return {
    figures: [
      counter('process_cpu_seconds_total', 'CPU time of all threads.', () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      }),
      gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()),
      gauge('process_start_time_seconds', 'Start time of the process.', () => startedAt),
      // Linux only.
      gauge('process_open_fds', 'Open file descriptors.', () => readdirSync('/proc/self/fd').length - 1),
      gauge('laurels_event_loop_delay_seconds', 'Event loop delay since the last scrape: maximum and 99th percentile.', () => {
        const found = [
          { labels: { share: '0.99' }, value: delay.percentile(99) / NANOSECONDS },
          { labels: { share: '1' }, value: Math.max(0, delay.max) / NANOSECONDS },
        ];
        delay.reset();
        return found;
      }),
    ],
    stop: () => void delay.disable(),
  };
}
