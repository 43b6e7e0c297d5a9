import type { ApiSetting, SettingGroup } from '../../../contract/running-server.ts';
import type { CurrentAppearance } from '../../appearance/current-appearance.ts';
import type { ScheduledBackups } from '../../data/backups/scheduled-backups.ts';
import type { DiskRoom } from '../../operation/disk-room.ts';
import type { Keyring } from '../../operation/keys/keyring.ts';
import type { ProcessFacts } from '../../operation/this-process.ts';
import type { Oidc } from '../../operators/oidc.ts';
import type { Network } from '../../outgoing/post.ts';
import type { CallParts } from '../calls.ts';

/** A process that shares the data, `silentMs` after it was heard last. */
export interface SharingProcess {
  readonly id: string;
  readonly isThis: boolean;
  readonly silentMs: number;
  /** What it said of itself, if it did. */
  readonly facts: ProcessFacts | undefined;
}

/** Why a server makes no backups. */
export const NO_BACKUPS = {
  'no folder':
    'No folder for backups is set. Set LAURELS_BACKUP_FOLDER for the server and start it again, or name a place: "laurels backup TO".',
  postgres: 'A PostgreSQL database is backed up by PostgreSQL: with pg_dump, or with pgBackRest for every moment of the past.',
} as const;

/** The backups of a server, or why it makes none. */
type ServerBackups = Pick<ScheduledBackups, 'state' | 'schedule' | 'list' | 'make'> | keyof typeof NO_BACKUPS;

/** What the endpoints work with. */
export interface ApiParts extends CallParts {
  readonly appearance: CurrentAppearance;
  /** Whether points can be stored, and what an operator should look at. @throws {Problem} unavailable. */
  readonly readiness: () => Promise<readonly string[]>;
  /** The API keys, where there is a list of them. */
  readonly keyring?: Keyring;
  readonly backups?: ServerBackups;
  /** Room on the disk of the data folder, where there is one. */
  readonly disk?: (() => Promise<DiskRoom>) | undefined;
  /** The processes that share the data; none where nobody started a server. */
  readonly processes?: () => Promise<readonly SharingProcess[]>;
  /** As `LiveSettings` has them; none where nobody started a server. */
  readonly settings?: readonly (ApiSetting & { readonly group: SettingGroup })[];
  /** Where webhooks may lead. To the internet, unless this says more. */
  readonly network?: Network;
  /** The organisation’s sign-in, if there is one. */
  readonly oidc?: Oidc | undefined;
}
