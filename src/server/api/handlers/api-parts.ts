import type { ApiSetting, SettingGroup } from '../../../contract/running-server.ts';
import type { CurrentAppearance } from '../../appearance/current-appearance.ts';
import type { Exports } from '../../data/archive/exports.ts';
import type { ScheduledBackups } from '../../data/backups/scheduled-backups.ts';
import type { DiskRoom } from '../../operation/disk-room.ts';
import type { Keyring } from '../../operation/keys/keyring.ts';
import type { ProcessFacts } from '../../operation/this-process.ts';
import type { Oidc } from '../../operators/oidc.ts';
import type { MessageSite } from '../../outgoing/message-body.ts';
import type { Network } from '../../outgoing/post.ts';
import type { CallParts } from '../calls.ts';

/** A process that shares the data, last seen `silentMs` ago. */
export interface SharingProcess {
  readonly id: string;
  readonly isThis: boolean;
  readonly silentMs: number;
  readonly facts: ProcessFacts | undefined;
}

/** Why there are no backups. */
export const NO_BACKUPS = {
  'no folder': 'No backup folder is set. Set LAURELS_BACKUP_FOLDER and restart the server, or specify a place: "laurels backup TO".',
  postgres: 'Back up PostgreSQL with its own tools: pg_dump, or pgBackRest for point-in-time recovery.',
} as const;

type ServerBackups = Pick<ScheduledBackups, 'state' | 'schedule' | 'list' | 'make' | 'file' | 'check'> | keyof typeof NO_BACKUPS;

export interface ApiParts extends CallParts {
  readonly appearance: CurrentAppearance;
  /** Checks that points can be stored, and resolves to warnings. @throws {Problem} unavailable. */
  readonly readiness: () => Promise<readonly string[]>;
  readonly keyring?: Keyring;
  readonly backups?: ServerBackups;
  /** Exports of everything; absent in commands. */
  readonly exports?: Pick<Exports, 'make'>;
  /** Disk space of the data folder. */
  readonly disk?: (() => Promise<DiskRoom>) | undefined;
  /** Processes that share the data; absent in commands. */
  readonly processes?: () => Promise<readonly SharingProcess[]>;
  /** From `LiveSettings`; absent in commands. */
  readonly settings?: readonly (ApiSetting & { readonly group: SettingGroup })[];
  /** Addresses that webhooks may reach; by default the internet. */
  readonly network?: Network;
  /** The site as messages describe it. */
  readonly site?: () => MessageSite;
  /** Single sign-on, if set up. */
  readonly oidc?: Oidc | undefined;
}
