import { listen } from '../../server/http/listening.ts';
import { problemAnswer } from '../../server/http/http-message.ts';
import { createNodeServer, sendAnswer, targetOf } from '../../server/http/node-http.ts';
import { Problem } from '../../server/http/problem.ts';
import type { HeaderList } from '../../server/http/security-headers.ts';
import type { ListenAddress } from '../../server/operation/port.ts';
import { processFigures } from '../../server/watching/process-figures.ts';
import { exposition, EXPOSITION_TYPE, type Figure } from '../../server/watching/exposition.ts';

const HEADERS: HeaderList = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
];

/** Serves `/metrics` on a separate port, without authentication. @throws {Error} with advice, if it cannot listen. */
export async function serveFigures({ host, port }: ListenAddress, figures: readonly Figure[]) {
  const own = processFigures();
  const server = createNodeServer(HEADERS, (incoming, outgoing) => {
    const isKnown = targetOf(incoming).split('?', 1)[0] === '/metrics' && (incoming.method === 'GET' || incoming.method === 'HEAD');
    if (!isKnown) {
      sendAnswer(problemAnswer(new Problem('not-found', 'Only GET /metrics is available here.')), outgoing, HEADERS);
      return;
    }
    void exposition([...own.figures, ...figures]).then((body) =>
      sendAnswer({ status: 200, headers: { 'content-type': EXPOSITION_TYPE }, body }, outgoing, HEADERS),
    );
  });
  try {
    const { url, drain } = await listen(server, host, port);
    return {
      url: `${url}/metrics`,
      async stop(): Promise<void> {
        own.stop();
        await drain();
      },
    };
  } catch (error) {
    own.stop();
    throw new Error(`Cannot serve metrics (LAURELS_METRICS). ${(error as Error).message}`, { cause: error });
  }
}
