import { asker, LaurelsProblem, mayPass, waitMs } from './asking.ts';
import type {
  BegunPlay,
  FinishBody,
  Guest,
  GuestData,
  GuestEvents,
  HeldReport,
  LeftBoard,
  MergeProposal,
  Profile,
  Rankings,
  RankingsQuery,
  Report,
} from './contract.ts';
import { type FinishedPlay, openKept } from './kept.ts';
import { watcher } from './watching.ts';

export type * from './contract.ts';
export { LaurelsProblem };
export { fitFrame } from './fit-frame.ts';

/** The result of a finished play: counted, on hold, or refused, with a reason that a player can read. */
export type Finished =
  | { readonly outcome: 'counted'; readonly report: Report }
  | { readonly outcome: 'held'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly reason: string };

/** A play that has begun. */
export interface Play extends BegunPlay {
  /**
   * Finishes the play. The points are stored until the server answers, survive a reload and a lost connection, and count once. Resolves to
   * the answer, however long that takes. Only the first call counts.
   */
  readonly finish: (points: number, more?: Omit<FinishBody, 'points'>) => Promise<Finished>;
}

export interface LaurelsOptions {
  /** The address of the site, such as https://scores.example. */
  readonly url: string;
  /** A public key, with the role `play`. */
  readonly key: string;
  /** Called with each answer, including those for plays that finished before this page loaded. `id` is the play’s id. */
  readonly onFinished?: (finished: Finished, id: string) => void;
}

/** A client of one Laurels site, for a web game. Create one per page. */
export function createLaurels({ url, key, onFinished }: LaurelsOptions) {
  const site = url.replace(/\/$/, '');
  const name = `laurels ${site}`;
  const kept = openKept(name);
  const ask = asker(site, key);
  /** Unanswered plays of this page, stored or not. Another tab may send them, but only this page can resolve its callers’ promises. */
  const mine = new Map<string, { readonly finished: FinishedPlay; readonly resolve: (finished: Finished) => void }>();
  let known: Guest | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushing = Promise.resolve();

  async function outcomeOf({ play, key, body }: FinishedPlay): Promise<Finished> {
    try {
      const answer = await asker(site, key).once<Report | HeldReport>('POST', `plays/${play}/finish`, body);
      return 'reason' in answer ? { outcome: 'held', reason: answer.reason } : { outcome: 'counted', report: answer };
    } catch (error) {
      if (mayPass(error)) throw error;
      return { outcome: 'refused', reason: (error as Error).message };
    }
  }

  /** Sends unanswered plays, oldest first. The server counts a play once, so several tabs may send it. */
  async function send(): Promise<void> {
    clearTimeout(timer);
    const plays = new Map((await kept.plays()).map((each) => [each.id, each]));
    for (const [id, { finished }] of mine) plays.set(id, finished);
    let failure: unknown;
    for (const each of [...plays.values()].toSorted((a, b) => a.at - b.at)) {
      try {
        const finished = await outcomeOf(each);
        await kept.removePlay(each.id);
        mine.get(each.id)?.resolve(finished);
        mine.delete(each.id);
        // An error in the game’s callback is not an error of the client.
        void Promise.resolve().then(() => onFinished?.(finished, each.id));
      } catch (error) {
        failure = error;
        // One play that the server fails on must not block the others; without a connection there is no point in trying them.
        if (!(error instanceof LaurelsProblem) || error.status === 429) break;
      }
    }
    if (failure === undefined) failures = 0;
    else timer = setTimeout(flush, waitMs(failure, failures++));
  }

  function flush(): void {
    flushing = flushing.then(send);
  }

  globalThis.addEventListener?.('online', flush);
  // Sends what an earlier page load could not.
  flush();

  /** Runs `work` while no other tab does; at once where there are no locks, as without HTTPS, or where the page may not use them. */
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    let isLocked = false;
    const locked = () => {
      isLocked = true;
      return work();
    };
    try {
      return await navigator.locks.request(name, locked);
    } catch (error) {
      if (isLocked) throw error;
      return work();
    }
  };

  /** Another tab may have replaced the guest that this tab knows. */
  const knownGuest = async () => (known = (await kept.guest()) ?? known);

  const create = async (name?: string): Promise<Guest> =>
    (known = await kept.addGuest(await ask.patiently('POST', 'guests', { name, idempotencyKey: await kept.idempotencyKey() })));

  const guest = (name?: string): Promise<Guest> => alone(async () => (await knownGuest()) ?? create(name));

  async function replaceGuest(other: Guest): Promise<Guest> {
    await kept.replaceGuest(other);
    return (known = other);
  }

  async function forgetGuest(): Promise<void> {
    await kept.forgetGuest();
    known = undefined;
  }

  /** Replaces a guest that the server no longer has, unless another tab has already done so. Keeps the name if it is free. */
  const renewed = ({ secret, name }: Guest): Promise<Guest> =>
    alone(async () => {
      const now = await knownGuest();
      if (now !== undefined && now.secret !== secret) return now;
      await forgetGuest();
      return create(name).catch((error: unknown) => {
        if (mayPass(error)) throw error;
        return create();
      });
    });

  /** Sends a request about this browser’s guest. */
  const asGuest = async <T>(what: string, more?: object): Promise<T> =>
    ask.patiently('POST', `guests/${what}`, { ...more, guest: (await knownGuest())?.secret });

  return {
    /** This browser’s guest: the existing one, or a new one named `name`, by default a name that the server chooses. */
    guest,

    /** This browser’s existing guest, if any. */
    knownGuest,

    /** Forgets the guest on this device. The recovery code restores it. */
    forgetGuest: () => alone(forgetGuest),

    /** Restores the guest with this recovery code, replacing this browser’s guest. Resolves to the guest with a new code. */
    recover: (code: string): Promise<Guest> =>
      alone(async () => replaceGuest(await ask.patiently('POST', 'guests/recover', { code, idempotencyKey: await kept.idempotencyKey() }))),

    /** Renames the guest. */
    rename: (name: string): Promise<Guest> =>
      alone(async () => {
        const before = await knownGuest();
        return replaceGuest({ ...before!, ...(await asGuest<Pick<Guest, 'name' | 'username'>>('rename', { name })) });
      }),

    /** Removes the guest from a board. */
    leave: (board: string) => asGuest<LeftBoard>('leave', { board }),

    /** The stored data of the guest, except events. */
    data: () => asGuest<GuestData>('data'),

    /** The guest’s events on a board, newest first. `before` is the `next` of the previous page. */
    events: (board: string, before?: number) => asGuest<GuestEvents>('events', { board, before }),

    /** Erases the guest permanently; points and ranks stay, without the name. */
    erase: (): Promise<void> =>
      alone(async () => {
        await asGuest('erase');
        await forgetGuest();
      }),

    /** Proposes to the game’s server to merge the guest into the player `into`, an account of the game. */
    proposeMerge: (into: string) => asGuest<MergeProposal>('merge', { into }),

    /** Begins a play for this browser’s guest. Needs a connection. A guest that the server no longer has is replaced with a new one. */
    async begin(board: string, version?: string): Promise<Play> {
      const beginAs = ({ secret }: Guest) => ask.patiently<BegunPlay>('POST', 'plays', { board, guest: secret, version });
      const player = await guest();
      const begun = await beginAs(player).catch(async (error: unknown) => {
        if (!(error instanceof LaurelsProblem && error.status === 404 && error.errors[0]?.field === 'guest')) throw error;
        return beginAs(await renewed(player));
      });
      let finished: Promise<Finished> | undefined;
      return {
        ...begun,
        finish: (points, more) =>
          (finished ??= new Promise((resolve) => {
            const play = { id: begun.id, play: begun.play, key, body: { ...more, points }, at: Date.now() };
            mine.set(play.id, { finished: play, resolve });
            void kept.addPlay(play).then(flush);
          })),
      };
    },

    /** A page of a ranking. */
    rankings: (board: string, query: RankingsQuery = {}): Promise<Rankings> =>
      ask.patiently('GET', `boards/${encodeURIComponent(board)}/rankings?${new URLSearchParams(JSON.parse(JSON.stringify(query)))}`),

    /** A player’s ranks and points. */
    player: (board: string, username: string): Promise<Profile> =>
      ask.patiently('GET', `players/${encodeURIComponent(username)}?board=${encodeURIComponent(board)}`),

    /** Calls `changed` when the board changes, and when it may have changed unnoticed. Returns a function that stops this. */
    watch: watcher(site),
  };
}

export type Laurels = ReturnType<typeof createLaurels>;
