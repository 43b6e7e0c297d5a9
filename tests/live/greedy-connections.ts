// A program that holds many connections from one address in one way until killed. Arguments: port, way, number of connections.
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';

import type { GreedyWay } from './greedy-ways.ts';
import { KEY } from './shutdown.ts';

const ADDRESS = '127.0.0.2';
/** Requests in flight at once on one connection. */
const PIPELINED = 50;
/** The time between two bytes of a slow client, in milliseconds. */
const SLOW_MS = 10;

const QUESTION = 'GET /api/v1/boards/main/rankings?limit=100 HTTP/1.1\r\nhost: x\r\n\r\n';
const SLOW = `POST /api/v1/points HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${KEY}\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n`;

const WAYS: Readonly<Record<GreedyWay, (port: number) => void>> = {
  /** Writes a request byte by byte. */
  slow(port) {
    const socket = opened(port, () => WAYS.slow(port));
    let sent = 0;
    const writing = setInterval(() => socket.write(SLOW[sent++] ?? ' '), SLOW_MS);
    socket.on('close', () => clearInterval(writing));
    socket.resume();
  },
  /** Always has many requests in flight. */
  pipelined(port) {
    const socket = opened(port, () => WAYS.pipelined(port));
    socket.write(QUESTION.repeat(PIPELINED));
    socket.setEncoding('latin1').on('data', (text: string) => {
      const answers = text.split('HTTP/1.1 200').length - 1;
      if (answers > 0) socket.write(QUESTION.repeat(answers));
    });
  },
  /** Requests one page after another, each not rendered before. */
  pages(port) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const next = (): void => {
      const path = `/leaderboard?mode=all-time&q=${Math.floor(performance.now() * 1e6).toString(36)}`;
      const asking = get({ port, host: '127.0.0.1', localAddress: ADDRESS, agent, path });
      asking.on('error', () => setTimeout(next, 100));
      asking.on('response', (response: IncomingMessage) => response.resume().on('end', next).on('error', next));
    };
    next();
  },
};

/** A connection that reopens a moment after it is closed. */
function opened(port: number, again: () => void): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ADDRESS });
  return socket.on('error', () => {}).on('close', () => setTimeout(again, 100));
}

const [port, way, count] = process.argv.slice(2);
for (let i = 0; i < Number(count); i += 1) WAYS[way as GreedyWay](Number(port));
