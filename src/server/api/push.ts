import type { IncomingMessage, ServerResponse } from 'node:http';

import { HEARTBEAT_EVERY_MS } from '../../contract/live-source.ts';
import type { BoardChanges, BoardsInSight } from '../boards/points/board-changes.ts';
import { passingProblem } from '../http/problem.ts';
import { oncePerBurst } from '../http/once-per-burst.ts';

/** At most one change event a board in this time, in milliseconds: a person sees no difference, and a busy board costs the same as a calm one. */
export const CHANGE_EVERY_MS = 250;

/** How soon a browser tries again after a cut, in milliseconds. */
const RETRY_AFTER_MS = 2_000;

/** A reader who takes nothing for this long is let go, in milliseconds. */
const SLOWEST_MS = 60_000;

/** How soon whoever was refused should try again, in seconds. */
const REFUSED_FOR_S = 5;

/** An event, because a page hears nothing of comments: proxies keep the connection, and both sides find out that it is dead. */
const HEARTBEAT = Buffer.from('event: beat\ndata: {}\n\n');

/** An open connection. Whoever reads too slowly has at most one event waiting: the newest. */
interface Listener {
  readonly sight: BoardsTold;
  /** Whether what lets them in does so still; `undefined` for what everybody may hear. */
  readonly goesOn: (() => Promise<boolean>) | undefined;
  readonly response: ServerResponse;
  /** Since when the connection takes no more, in epoch milliseconds. */
  fullSince: number | undefined;
  missed: boolean;
  /** The mark it heard last: who came after a change is not told of it. */
  heard: string;
}

/** What somebody is told of. */
type BoardsTold = Omit<BoardsInSight, 'heardUntil'>;

/** What is listened to: the board of a name, or all that somebody is told of. */
type Channel = string | BoardsTold;

/**
 * How many may listen at once, in all and from one address (see `callerOf`). A listener costs a file descriptor and some 20 kB. Half of the descriptors are left to other connections and to files.
 * Schools and offices have hundreds of listeners behind one address; still it gets a quarter of all places at most.
 */
export function listenerBounds(openFiles: number) {
  const inAll = Math.min(30_000, Math.floor(openFiles / 2));
  return { inAll, perCaller: Math.min(500, Math.ceil(inAll / 4)) };
}

export type Push = ReturnType<typeof createPush>;

/**
 * Tells open pages of changes, as server-sent events. Event ids are marks of the board (`BoardChanges.mark`); another one than the present, in
 * Last-Event-ID or `since`, means that something was missed, and is told so at once. Written straight to the
 * response: one buffer for all listeners of a board. `clock` gives epoch milliseconds. `log` is told once of every burst
 * of refusals.
 */
export function createPush(
  boards: Pick<BoardChanges, 'onChange'> & BoardsTold,
  clock: () => number,
  bounds: Readonly<ReturnType<typeof listenerBounds>>,
  log: (line: string) => void,
) {
  const byChannel = new Map<Channel, Set<Listener>>();
  const changed = new Set<Channel>();
  /** How many of each caller's listen; nobody who has none. */
  const byCaller = new Map<string, number>();
  const oneLineForCallers = oncePerBurst(clock, log);
  const oneLineForAll = oncePerBurst(clock, log);
  let listeners = 0;
  let lastTold = -Infinity;
  /** When the first change came that nobody was told of yet. */
  let changedAt = 0;
  /** How often open pages were told, how late that was in all, and how many could not listen, since the start. */
  const figures = { told: 0, lagSeconds: 0, refused: 0 };
  let telling: NodeJS.Timeout | undefined;
  let closed = false;
  let isCut = false;

  // A board has the same mark for everybody who sees it.
  const markOf = (channel: Channel) => (typeof channel === 'string' ? boards.mark(channel) : channel.mark());

  function changeOf(channel: Channel): Buffer {
    const data = typeof channel === 'string' ? { board: channel, version: boards.position(channel) } : { version: channel.position() };
    return Buffer.from(`id: ${markOf(channel)}\nevent: change\ndata: ${JSON.stringify(data)}\n\n`);
  }

  function send(listener: Listener, text: Buffer): void {
    if (listener.goesOn === undefined) return write(listener, text);
    listener.goesOn().then(
      (goesOn) => (goesOn ? write(listener, text) : listener.response.end()),
      // What cannot be looked up lets nobody in: whoever may will come back.
      () => listener.response.end(),
    );
  }

  function write(listener: Listener, text: Buffer): void {
    if (listener.response.writableEnded) return;
    if (listener.fullSince !== undefined) listener.missed = true;
    else if (!listener.response.write(text)) listener.fullSince = clock();
  }

  function tell(): void {
    telling = undefined;
    lastTold = clock();
    figures.told += 1;
    figures.lagSeconds += Math.max(0, lastTold - changedAt) / 1000;
    for (const channel of changed) {
      const mark = markOf(channel);
      const text = changeOf(channel);
      for (const listener of byChannel.get(channel) ?? []) {
        if (listener.heard === mark) continue;
        if (typeof channel === 'string' && !listener.sight.tellsOf(channel)) {
          // It was made private, and is as if it were not there.
          listener.response.end();
          continue;
        }
        listener.heard = mark;
        send(listener, text);
      }
    }
    changed.clear();
  }

  const stopListening = boards.onChange((board) => {
    for (const channel of byChannel.keys())
      if (typeof channel === 'string' ? channel === board : channel.tellsOf(board)) changed.add(channel);
    if (changed.size === 0) return;
    if (telling === undefined) changedAt = clock();
    telling ??= setTimeout(tell, Math.max(0, Math.min(CHANGE_EVERY_MS, lastTold + CHANGE_EVERY_MS - clock())));
  });

  const heartbeat = setInterval(() => {
    const now = clock();
    for (const each of byChannel.values()) {
      for (const listener of each) {
        if (listener.fullSince === undefined) send(listener, HEARTBEAT);
        else if (now - listener.fullSince > SLOWEST_MS) listener.response.destroy();
      }
    }
  }, HEARTBEAT_EVERY_MS);

  /** @throws {Problem} as {@link listen} does. */
  function checkRoomFor(caller: string): void {
    if (closed) throw passingProblem('unavailable', 'The server is stopping.', REFUSED_FOR_S);
    if (isCut) throw passingProblem('unavailable', 'The database does not answer, so nothing is heard of changes.', REFUSED_FOR_S);
    if ((byCaller.get(caller) ?? 0) >= bounds.perCaller) {
      figures.refused += 1;
      oneLineForCallers(`${bounds.perCaller} clients of ${caller} listen to changes. More of them are refused.`);
      throw passingProblem('too-many-requests', `${bounds.perCaller} clients at your address are listening already.`, REFUSED_FOR_S);
    }
    if (listeners >= bounds.inAll) {
      figures.refused += 1;
      oneLineForAll(`${bounds.inAll} clients listen to changes. More are refused. A higher limit of open files (ulimit -n) lets more in.`);
      throw passingProblem('unavailable', 'Too many clients are listening.', REFUSED_FOR_S);
    }
  }

  /**
   * Answers a request with the changes of a board that exists, or of all boards, until either side closes. Headers set before are
   * sent along. `caller` is whose connection it is: see `callerOf`. `sight`: what the caller is told of; every board, if left out.
   * `goesOn`: asked before anything is told, which ends the answer once it resolves to false.
   * @throws {Problem} too-many-requests when too many of the caller's listen already; unavailable when too many do in
   *   all, or the server is stopping.
   */
  function listen(
    request: IncomingMessage,
    response: ServerResponse,
    board: string | undefined,
    caller: string,
    sight: BoardsTold = boards,
    goesOn?: () => Promise<boolean>,
  ): void {
    const channel = board ?? sight;
    checkRoomFor(caller);
    request.socket.setNoDelay(true);
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // For nginx, which would collect events otherwise.
      'x-accel-buffering': 'no',
    });
    const listener: Listener = { sight, goesOn, response, fullSince: undefined, missed: false, heard: markOf(channel) };
    let each = byChannel.get(channel);
    if (each === undefined) byChannel.set(channel, (each = new Set()));
    each.add(listener);
    listeners += 1;
    byCaller.set(caller, (byCaller.get(caller) ?? 0) + 1);
    response.on('drain', () => {
      listener.fullSince = undefined;
      if (!listener.missed) return;
      listener.missed = false;
      send(listener, changeOf(channel));
    });
    response.once('close', () => {
      each.delete(listener);
      if (each.size === 0 && byChannel.get(channel) === each) byChannel.delete(channel);
      listeners -= 1;
      const left = byCaller.get(caller)! - 1;
      if (left === 0) byCaller.delete(caller);
      else byCaller.set(caller, left);
    });
    response.on('error', () => response.destroy());
    const known = heardBy(request);
    // An id without data makes no event; it is what a browser will name after a cut. Whoever is behind hears the id
    // with the change and not before: cut in between, they would name what they never heard of.
    const isBehind = known !== null && known !== markOf(channel);
    const first = isBehind ? changeOf(channel) : Buffer.from(`id: ${markOf(channel)}\n\n`);
    send(listener, Buffer.concat([Buffer.from(`retry: ${RETRY_AFTER_MS}\n`), first]));
  }

  function endAll(): void {
    for (const each of byChannel.values()) for (const { response } of each) response.end();
  }

  return {
    listen,
    /** How many listen. */
    get listeners() {
      return listeners;
    },
    figures,
    /**
     * While nothing can be heard of the store: ends all connections and refuses more, so that pages say since when they know
     * nothing new; or lets them in again.
     */
    cutOff(isCutOff: boolean) {
      isCut = isCutOff;
      if (isCut) endAll();
    },
    /** Ends all connections; browsers come back by themselves. */
    close() {
      closed = true;
      stopListening();
      clearInterval(heartbeat);
      clearTimeout(telling);
      endAll();
    },
  };
}

/** The id of the last change that whoever asks has heard of: what a browser names after a cut, or else what the page was made from. */
export function heardBy({ headers, url = '' }: IncomingMessage): string | null {
  const query = url.indexOf('?');
  const since = query === -1 ? null : new URLSearchParams(url.slice(query)).get('since');
  return (headers['last-event-id'] as string | undefined) ?? since;
}
