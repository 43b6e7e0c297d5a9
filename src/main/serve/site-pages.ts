import { MINUTE_MS } from '../../domain/durations.ts';
import { createStoreSource } from '../../server/answers/store-source.ts';
import type { CurrentAppearance } from '../../server/appearance/current-appearance.ts';
import type { LiveBoards } from '../../server/boards/live-boards.ts';
import type { HttpHandler } from '../../server/http/http-message.ts';
import type { Picture } from '../../server/pictures/picture.ts';
import type { Log } from '../../server/watching/log.ts';
import type { PrivacySettings } from '../../server/privacy/privacy-page.ts';
import { createDocumentPages, documentLinks } from './document-pages.ts';
import { createEmbedPage } from './embed-page.ts';
import type { LiveBuild } from './live-build.ts';
import { createLivePages } from './live-pages.ts';
import { createPlayPage, PLAY_LINK } from './play-page.ts';
import { createSharedCards } from './shared-cards.ts';

interface SiteParts {
  readonly build: LiveBuild;
  /** The public origin, if set. */
  readonly origin: string | undefined;
  readonly privacy: PrivacySettings;
  /** In the demo, the public key of the game at /play. */
  readonly playKey?: string | undefined;
  readonly draw: (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
}

/** The pages of the built site and their preview pictures, for some boards and their look. */
export function createSitePages({ build, origin, privacy, playKey, draw, clock, log }: SiteParts) {
  return (boards: LiveBoards, appearance: Pick<CurrentAppearance, 'look'>): HttpHandler => {
    const source = createStoreSource(boards, () => appearance.look.identity.points);
    const look = () => appearance.look;
    const facts = () => ({ events: boards.privacy.value.events, isSending: boards.webhooks.list().some(({ state }) => state === 'on') });
    const documents = createDocumentPages({ build, source, look, privacy, facts, origin });
    // Periods begin on whole minutes in every time zone.
    const revision = () => `${boards.changes.mark()} ${boards.changes.heardUntil ?? ''} ${Math.floor(clock() / MINUTE_MS)}`;
    const embed = createEmbedPage({ build, source, look, revision: () => `${look().version} ${revision()}` });
    const play = playKey === undefined ? undefined : createPlayPage(build, look, playKey);
    const pages = createLivePages({
      build,
      origin,
      source,
      look,
      before: play && PLAY_LINK,
      after: documentLinks(privacy),
      revision,
      // Paths may contain player names, which cannot be erased from logs.
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
    return async (request) => documents(request) ?? embed(request) ?? play?.(request) ?? others(request);
  };
}
