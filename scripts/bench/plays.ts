// How many plays per second a public key begins and finishes over the socket, beside plain posts to the same server, in turns.
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import { createApiClient } from '../../src/remote/api-client.ts';
import { atLeast, type Figure, median, shownOnly } from './figure.ts';
import { inScratch } from './scratch.ts';
import { spawnLive } from './spawned-server.ts';
import { grouped } from './timed.ts';

const KEY = 'a-key-for-the-bench-of-plays';
const GUESTS = 200;
const CONNECTIONS = 32;
const AT_A_TIME = Number(process.env['PLAYS_AT_A_TIME'] ?? 2000);
const ROUNDS = 9;

/** The minimum fraction of the rate of plain posts. */
const LIMIT = 0.7;

export function plays(): Promise<Figure[]> {
  return inScratch(async (scratch) => {
    const { url } = await spawnLive(scratch, scratch.folder, KEY);
    const ask = createApiClient(ENDPOINTS, { origin: url, key: KEY });
    const { key: game } = await ask('addKey', { body: { name: 'game', role: 'play', bounds: { guests: 1_000_000, plays: 1_000_000 } } });
    const { key: writer } = await ask('addKey', { body: { name: 'server', role: 'write' } });
    const guests = await Promise.all(
      Array.from({ length: GUESTS }, () => createApiClient(ENDPOINTS, { origin: url, key: game })('createGuest', { body: {} })),
    );
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const send = (target: string, key: string, body: object): Promise<string> =>
      new Promise((done, fail) => {
        const text = JSON.stringify(body);
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
        request(url + target, { agent, method: 'POST', headers }, (response) => {
          let answer = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
          response.on('end', () => (response.statusCode === 201 ? done(answer) : fail(new Error(`${response.statusCode}: ${answer}`))));
        })
          .on('error', fail)
          .end(text);
      });
    const rates = { post: [] as number[], begin: [] as number[], finish: [] as number[] };
    const timed = async (of: number[], each: (i: number) => Promise<string>): Promise<string[]> => {
      const begunAt = performance.now();
      const answers = await Promise.all(Array.from({ length: AT_A_TIME }, (_, i) => each(i)));
      of.push((AT_A_TIME * 1000) / (performance.now() - begunAt));
      return answers;
    };
    const guestOf = (i: number) => guests[i % GUESTS]!;
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const post = () =>
        timed(rates.post, (i) =>
          send(targetOf(ENDPOINTS.submitPoints, {}), writer, { id: `${round}-${i}`, username: guestOf(i).username, points: 5 }),
        );
      if (round % 2 === 0) await post();
      const begun = await timed(rates.begin, (i) =>
        send(targetOf(ENDPOINTS.beginPlay, {}), game, { board: 'main', guest: guestOf(i).secret }),
      );
      const targets = begun.map((answer) => targetOf(ENDPOINTS.finishPlay, JSON.parse(answer) as { readonly play: string }));
      await timed(rates.finish, (i) => send(targets[i]!, game, { points: 5 }));
      if (round % 2 === 1) await post();
    }
    agent.destroy();
    const all = rates.post.slice(1);
    const beside = (what: 'begin' | 'finish', label: string) =>
      atLeast({
        what: `${label}, beside plain posts`,
        value: median(rates[what].slice(1).map((rate, i) => rate / all[i]!)),
        limit: LIMIT,
        show: (share) => share.toFixed(2),
        note: `${grouped(Math.round(median(rates[what].slice(1))))} of ${grouped(Math.round(median(all)))} a second`,
      });
    return [
      beside('begin', 'plays begun'),
      beside('finish', 'plays finished'),
      shownOnly('load of the machine meanwhile', loadavg()[0]!.toFixed(1)),
    ];
  });
}
