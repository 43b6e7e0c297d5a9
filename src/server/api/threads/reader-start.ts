import type { LiveSettings } from '../../operation/live-settings.ts';
import type { PrivacySettings } from '../../privacy/privacy-page.ts';
import type { FeedStart } from '../../store/held/log-step.ts';
import type { SharedTable } from '../window-table.ts';

/** The data that a reader starts with. */
export interface ReaderStart {
  readonly file: string;
  readonly history: string;
  readonly began: FeedStart;
  readonly windows: SharedTable;
  /** How many threads share the descriptors of the process. */
  readonly threads: number;
  /** How far the clock is ahead of the system's, in milliseconds, because trial runs start at a chosen time. */
  readonly aheadMs: number;
  /** The folder of the built pages; without it, this thread serves none. */
  readonly build: string | undefined;
  /** Whether answered requests are logged or counted. */
  readonly isWatched: boolean;
  readonly privacy: PrivacySettings;
  /** Whether the server was started in a terminal, and only a browser on this machine can reach it. */
  readonly isHereAlone: boolean;
  readonly settings: Pick<
    LiveSettings,
    'host' | 'hsts' | 'url' | 'rateLimit' | 'graceMs' | 'trustedProxies' | 'readOrigins' | 'frameOrigins' | 'playKey'
  > & { readonly oidcName: string | undefined };
}
