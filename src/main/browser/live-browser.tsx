// The live edition in the browser: the site over HTTP, starting from the server-rendered page.
import '../../web/styles/site.css';
import '../../web/live/documents/documents.css';

import { CONSOLE_HEADER, IDLE_HEADER } from '../../contract/operation/console-headers.ts';
import { isPrerendered } from '../../web/boot/prerendered.ts';
import { lastHeard } from '../../web/live/asking/changes.ts';
import { createAnswerCache, type KeptAnswer } from '../../web/site/answer-cache.ts';
import { fetchedCode } from '../../web/ui/floating/fetched-code.ts';
import { liveEdition } from '../editions/live-edition.tsx';
import { fetchedSource } from './fetched-source.ts';
import { startInBrowser } from './start-in-browser.tsx';
import { toldIdentity } from './told-identity.ts';

const kept = document.getElementById('answers')?.textContent;
const answers = createAnswerCache(kept !== undefined && isPrerendered() ? (JSON.parse(kept) as KeptAnswer[]) : []);
// The page came with what it shows. The code to request more, and to check answers, loads with the first request.
const { preview } = document.documentElement.dataset;
// In a preview, the operator's session is used, but not extended.
const headers = preview === undefined ? undefined : { [CONSOLE_HEADER]: '1', [IDLE_HEADER]: '1' };
const source = fetchedSource(async () => {
  const { createHttpSource } = await fetchedCode(() => import('../../remote/http-source.ts'));
  return createHttpSource('', lastHeard, headers);
});
await startInBrowser(liveEdition(source, answers, toldIdentity()), preview);
