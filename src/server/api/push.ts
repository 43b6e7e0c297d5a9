import type { IncomingMessage, ServerResponse } from 'node:http';

import { HEARTBEAT_EVERY_MS } from '../../contract/live-source.ts';
import type { BoardChanges, BoardsInSight } from '../boards/points/board-changes.ts';
import { passingProblem } from '../http/problem.ts';
import { REFUSED_FOR_S, type StreamRoom } from './stream-room.ts';

/** The shortest interval between change events of a board, in milliseconds. */
export const CHANGE_EVERY_MS = 250;

/** The reconnect delay of browsers, in milliseconds. */
const RETRY_AFTER_MS = 2_000;

/** A client that reads nothing for this long is disconnected, in milliseconds. */
const SLOWEST_MS = 60_000;

/** An event rather than a comment, which pages cannot see. Keeps proxies from closing, and detects dead connections. */
const HEARTBEAT = Buffer.from('event: beat\ndata: {}\n\n');

/** An open connection. Slow clients have at most one event queued, the newest. */
interface Listener {
  readonly sight: BoardsTold;
  /** Whether its key or session is still valid; `undefined` for public streams. */
  readonly goesOn: (() => Promise<boolean>) | undefined;
  readonly response: ServerResponse;
  /** Since when the connection has been blocked, in epoch milliseconds. */
  fullSince: number | undefined;
  missed: boolean;
  /** The last mark sent. */
  heard: string;
}

type BoardsTold = Omit<BoardsInSight, 'heardUntil'>;

/** A stream: one board, or all visible boards. */
type Channel = string | BoardsTold;

export type Push = ReturnType<typeof createPush>;

/**
 * Streams changes to open pages as server-sent events. Event ids are marks (`BoardChanges.mark`); an outdated one in Last-Event-ID
 * or `since` means that something was missed, and triggers an event at once. Writes one shared buffer per board directly to the
 * responses. `clock` gives epoch milliseconds. `onTold` gets the seconds since the change.
 */
export function createPush(
  boards: Pick<BoardChanges, 'onChange'> & BoardsTold,
  clock: () => number,
  room: StreamRoom,
  onTold: (lagSeconds: number) => void = () => {},
) {
  const byChannel = new Map<Channel, Set<Listener>>();
  const changed = new Set<Channel>();
  let lastTold = -Infinity;
  /** The time of the first unsent change. */
  let changedAt = 0;
  let telling: NodeJS.Timeout | undefined;
  let closed = false;
  let isCut = false;

  const markOf = (channel: Channel) => (typeof channel === 'string' ? boards.mark(channel) : channel.mark());

  function changeOf(channel: Channel): Buffer {
    const data = typeof channel === 'string' ? { board: channel, version: boards.position(channel) } : { version: channel.position() };
    return Buffer.from(`id: ${markOf(channel)}\nevent: change\ndata: ${JSON.stringify(data)}\n\n`);
  }

  function send(listener: Listener, text: Buffer): void {
    if (listener.goesOn === undefined) return write(listener, text);
    listener.goesOn().then(
      (goesOn) => (goesOn ? write(listener, text) : listener.response.end()),
      // Disconnect if the check fails; valid clients reconnect.
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
    onTold(Math.max(0, lastTold - changedAt) / 1000);
    for (const channel of changed) {
      const mark = markOf(channel);
      const text = changeOf(channel);
      for (const listener of byChannel.get(channel) ?? []) {
        if (listener.heard === mark) continue;
        if (typeof channel === 'string' && !listener.sight.tellsOf(channel)) {
          // The board became private.
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

  /**
   * Streams the changes of an existing board, or of all boards, until either side disconnects. Headers already set are kept. `sight`: the
   * visible boards, by default all. `goesOn`: checked before each event; false ends the stream.
   * @throws {Problem} too-many-requests over the caller's limit; unavailable over the total limit, or when the server is stopping.
   */
  function listen(
    request: IncomingMessage,
    response: ServerResponse,
    board: string | undefined,
    caller: string,
    sight: BoardsTold = boards,
    goesOn?: () => Promise<boolean>,
  ): void | Promise<void> {
    if (closed) throw stopping();
    if (isCut) throw passingProblem('unavailable', 'The database is unreachable, so changes cannot be streamed.', REFUSED_FOR_S);
    const begin = () => {
      if (!response.destroyed && !closed) return stream(request, response, board ?? sight, caller, sight, goesOn);
      room.leave(caller);
      if (closed) throw stopping();
    };
    const taken = room.take(caller);
    return taken === undefined ? begin() : taken.then(begin);
  }

  function stream(
    request: IncomingMessage,
    response: ServerResponse,
    channel: Channel,
    caller: string,
    sight: BoardsTold,
    goesOn: (() => Promise<boolean>) | undefined,
  ): void {
    request.socket.setNoDelay(true);
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Keeps nginx from buffering.
      'x-accel-buffering': 'no',
    });
    const listener: Listener = { sight, goesOn, response, fullSince: undefined, missed: false, heard: markOf(channel) };
    let each = byChannel.get(channel);
    if (each === undefined) byChannel.set(channel, (each = new Set()));
    each.add(listener);
    response.on('drain', () => {
      listener.fullSince = undefined;
      if (!listener.missed) return;
      listener.missed = false;
      send(listener, changeOf(channel));
    });
    response.once('close', () => {
      each.delete(listener);
      if (each.size === 0 && byChannel.get(channel) === each) byChannel.delete(channel);
      room.leave(caller);
    });
    response.on('error', () => response.destroy());
    const known = heardBy(request);
    // An id without data sets Last-Event-ID without an event. A client that is behind gets the id with the change instead, or
    // it could reconnect with an id whose change it never saw.
    const isBehind = known !== null && known !== markOf(channel);
    const first = isBehind ? changeOf(channel) : Buffer.from(`id: ${markOf(channel)}\n\n`);
    send(listener, Buffer.concat([Buffer.from(`retry: ${RETRY_AFTER_MS}\n`), first]));
  }

  function endAll(): void {
    for (const each of byChannel.values()) for (const { response } of each) response.end();
  }

  return {
    listen,
    /** While the store cannot be followed, closes all streams and refuses new ones, so that pages show that they are stale. */
    cutOff(isCutOff: boolean) {
      isCut = isCutOff;
      if (isCut) endAll();
    },
    /** Closes all streams; browsers reconnect. */
    close() {
      closed = true;
      stopListening();
      clearInterval(heartbeat);
      clearTimeout(telling);
      endAll();
    },
  };
}

function stopping() {
  return passingProblem('unavailable', 'The server is stopping.', REFUSED_FOR_S);
}

/** The client's last mark: Last-Event-ID after a reconnect, or else `since`. */
export function heardBy({ headers, url = '' }: IncomingMessage): string | null {
  const query = url.indexOf('?');
  const since = query === -1 ? null : new URLSearchParams(url.slice(query)).get('since');
  return (headers['last-event-id'] as string | undefined) ?? since;
}
