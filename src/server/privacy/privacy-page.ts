// The sentences of the privacy page. `tests/live-privacy.test.ts` and `tests/e2e-live/documents.spec.ts` verify each of them.
import type { PrivacySection } from '../../contract/site-documents.ts';
import { UNUSED_GUEST_DAYS } from '../../contract/guests.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { longestKeptMs } from '../data/backups/kept-backups.ts';
import type { Contact } from '../operation/settings-table.ts';
import type { LiveSettings } from '../operation/live-settings.ts';

/** The settings that the page depends on. */
export interface PrivacySettings {
  /** `on`, `off`, or the URL of the operator's own policy. */
  readonly page: string;
  readonly contact: Contact | undefined;
  /** Scheduled backups, if there are any. */
  readonly backups: { readonly everyMs: number; readonly keep: number } | undefined;
  /** Whether processes share a database. */
  readonly isShared: boolean;
  /** Whether the log contains the paths of requests. */
  readonly logsPaths: boolean;
  readonly hasSignOn: boolean;
}

export function privacySettings(
  settings: Pick<LiveSettings, 'privacyPage' | 'contact' | 'backup' | 'data' | 'log' | 'oidc'>,
): PrivacySettings {
  const { privacyPage: page, contact, backup, data, log, oidc } = settings;
  const isShared = data.kind === 'postgres';
  return {
    page,
    contact,
    // PostgreSQL is backed up with its own tools.
    backups: backup.folder === undefined || isShared ? undefined : { everyMs: backup.everyMs, keep: backup.keep },
    isShared,
    logsPaths: log.reach === 'debug',
    hasSignOn: oidc !== undefined,
  };
}

/** The facts that the page depends on besides settings. */
export interface PrivacyFacts {
  /** The name of the site. */
  readonly site: string;
  /** The game's website, or `''`. */
  readonly link: string;
  /** The visibility of a player's events. */
  readonly events: 'all' | 'by-day' | 'none';
  /** Whether results are sent to other servers. */
  readonly isSending: boolean;
}

/** The sections of the page, in order. A sentence keeps its id when its text changes. */
export function privacySections(settings: PrivacySettings, { site, link, events, isSending }: PrivacyFacts): readonly PrivacySection[] {
  const { contact, backups, isShared, logsPaths, hasSignOn } = settings;
  const shownEvents = { all: ', and each event with its time and activity', 'by-day': ', and the points of each day', none: '' }[events];
  return [
    section('Stored data', {
      responsible: `The operator of ${site} is responsible for the data on this site.`,
      players: 'The game sends usernames, display names, avatars, and points with their time and activity. This site stores them.',
      replays:
        'A game can send a replay of a play. Operators can see those of the best plays of each day, of the last 30 days with replays.',
      accounts: 'Players have no accounts here, so there are no e-mail addresses or passwords.',
      guests:
        'Guests play without an account. For each guest, this site stores a name, when they renamed themselves or left a board, the key of their game, and hashes of a secret and of a recovery code.',
      public: `On public boards, anyone can see names, avatars, points and ranks${shownEvents}.`,
      moderation: 'Operators can hide or ban a player, with a reason, and write notes that visitors can’t see.',
      operators: `For operators, this site stores names, roles, the public keys of passkeys${hasSignOn ? ', their id at the sign-in provider,' : ''} and sign-in times.`,
      audit: 'An audit log records what operators do, and when guests rename or erase themselves, or leave a board.',
      addresses: isShared
        ? 'Visitors’ IP addresses are used to limit requests. They are held in memory only; those with many requests also in the database, for about 3 minutes, or for an hour if they are requests of guests.'
        : 'Visitors’ IP addresses are used to limit requests. They are held in memory only.',
      log: logsPaths
        ? 'The server’s log has no IP addresses, but the paths of requested pages, which can contain usernames.'
        : 'The server’s log has no IP addresses and no names of players.',
      pictures: 'Pictures for sharing are drawn on request and not stored.',
      sending: isSending
        ? 'Results, with names of players, are sent to servers that the operator chose.'
        : 'Results are not sent to other servers.',
    }),
    section('Your browser', {
      cookies: isShared
        ? 'One cookie records how recent the results are that you have seen. It is deleted when you close the browser.'
        : 'Visitors get no cookies.',
      'operator-cookies': 'Operators get a cookie when they sign in. A sign-in ends after 12 hours, or 2 hours without use.',
      storage:
        'Your browser stores the theme you choose and whether the typeface is loaded. If you, or a game on this site, mark a player as yourself, it stores that player, and your rank and neighbours at your last visits.',
      games:
        'A game that uses this site can store your guest in your browser or on your device, with their secret and recovery code, and finished plays until this site has answered.',
      session: 'Until you close a tab, it also stores how far you scrolled.',
      'console-storage': 'For operators, it also stores how they arranged the console.',
      hosts: 'Pages load nothing from other servers. There are no ads, no analytics and no third parties.',
    }),
    section('Retention', {
      kept: 'Data of players is kept until an operator erases it. Guests can export and erase theirs in the game.',
      'guests-kept': `Guests without points are deleted after ${UNUSED_GUEST_DAYS} days. Their names can remain in the database’s files until it reuses the space.`,
      erasure: 'Erasing deletes a player’s names, avatar, replays and event ids. Points and ranks stay, as “Erased player”.',
      remains: isShared
        ? 'Deleted names can remain in the database’s files until it reuses the space.'
        : 'Deleted names can remain in the database’s files until the server is idle or restarts.',
      backups:
        backups === undefined
          ? 'This server makes no scheduled backups. Other copies are up to the operator.'
          : `Deleted names can remain in scheduled backups for ${days(longestKeptMs(backups))}, and in ${newest(backups.keep)} that an operator made by hand.`,
      'audit-kept': 'The audit log is kept. It does not say who was erased.',
      'operators-kept': 'If an operator is removed, their passkeys are deleted. Their name stays.',
    }),
    {
      heading: 'Your rights and contact',
      sentences: [
        { id: 'rights', text: 'You can ask the operator for a copy of your data, for another name, to be hidden, or to be erased.' },
        contact !== undefined
          ? { id: 'contact', text: 'Contact:', link: contact }
          : link !== ''
            ? { id: 'contact', text: 'Contact the operator through the website of the game:', link: { href: link, text: site } }
            : { id: 'contact', text: `Contact the operator where you play ${site}.` },
      ],
    },
  ];
}

function section(heading: string, sentences: Readonly<Record<string, string>>): PrivacySection {
  return { heading, sentences: Object.entries(sentences).map(([id, text]) => ({ id, text })) };
}

function days(ms: number): string {
  const count = Math.ceil(ms / DAY_MS);
  return `up to ${count} ${count === 1 ? 'day' : 'days'}`;
}

function newest(count: number): string {
  return count === 1 ? 'the newest one' : `the newest ${count}`;
}
