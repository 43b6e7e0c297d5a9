import { MINUTE_MS } from '../../domain/durations.ts';
import { createStoreSource } from '../../server/answers/store-source.ts';
import type { CurrentAppearance } from '../../server/appearance/current-appearance.ts';
import type { LiveBoards } from '../../server/boards/live-boards.ts';
import type { HttpHandler } from '../../server/http/http-message.ts';
import type { Picture } from '../../server/pictures/picture.ts';
import type { Log } from '../../server/watching/log.ts';
import type { PrivacySettings } from '../../server/privacy/privacy-page.ts';
import { createDocumentPages, documentLinks } from './document-pages.ts';
import type { LiveBuild } from './live-build.ts';
import { createLivePages } from './live-pages.ts';
import { createSharedCards } from './shared-cards.ts';

interface SiteParts {
  readonly build: LiveBuild;
  /** The public origin, if set. */
  readonly origin: string | undefined;
  readonly privacy: PrivacySettings;
  readonly draw: (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
}

/** The pages of the built site and their pictures for sharing, for some boards and their look. */
export function createSitePages({ build, origin, privacy, draw, clock, log }: SiteParts) {
  return (boards: LiveBoards, appearance: Pick<CurrentAppearance, 'look'>): HttpHandler => {
    const source = createStoreSource(boards, () => appearance.look.identity.points);
    const look = () => appearance.look;
    const facts = () => ({ events: boards.privacy.value.events, isSending: boards.webhooks.list().some(({ state }) => state === 'on') });
    const documents = createDocumentPages({ build, source, look, privacy, facts, origin });
    const pages = createLivePages({
      build,
      origin,
      source,
      look,
      after: documentLinks(privacy),
      // Periods begin at whole minutes, in whatever zone.
      revision: () => `${boards.changes.mark()} ${boards.changes.heardUntil ?? ''} ${Math.floor(clock() / MINUTE_MS)}`,
      // Paths may contain names of players, which cannot be erased from logs.
      log: (line) => log(line, { level: 'debug' }),
    });
    const others = createSharedCards(
      {
        source,
        playerCard: (page) => build.playerCard(page, appearance.look.identity.points),
        boardCard: (view) => build.boardCard(view, appearance.look.identity.points),
        look: () => appearance.look.version,
        draw: (card) => draw({ ...card, brand: appearance.look.brand }),
      },
      pages,
    );
    return async (request) => documents(request) ?? others(request);
  };
}
