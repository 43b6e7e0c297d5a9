// The live edition in the browser: the site over HTTP, going on from what the server rendered.
import '../../web/styles/tokens.css';
import '../../web/styles/fallback-font.css';
import '../../web/styles/base.css';

import { hydrate } from '@tanstack/react-query';

import { isPrerendered } from '../../web/boot/prerendered.ts';
import { createQueryClient } from '../../web/site/query-client.ts';
import { liveEdition } from '../editions/live-edition.tsx';
import { fetchedSource } from './fetched-source.ts';
import { startInBrowser } from './start-in-browser.tsx';
import { toldIdentity } from './told-identity.ts';

const queryClient = createQueryClient();
const answers = document.getElementById('answers')?.textContent;
if (answers !== undefined && isPrerendered()) hydrate(queryClient, JSON.parse(answers));
// What is shown came with the page. What asks for more, and checks the answers, comes with the first question.
const source = fetchedSource(async () => (await import('../../remote/http-source.ts')).createHttpSource(''));
await startInBrowser(liveEdition(source, queryClient, toldIdentity()));
