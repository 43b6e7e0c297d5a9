// The console in the browser: a bundle of its own, which no visitor of the site loads.
import '../../web/styles/site.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { ENDPOINTS } from '../../contract/api.ts';
import { IDLE_HEADER } from '../../contract/operation/console-headers.ts';
import { createExchange } from '../../remote/api-client.ts';
import { AS_CONSOLE } from '../../web/console/asking/console-api.ts';
import { Console } from '../../web/console/frame/console.tsx';
import { toldIdentity } from './told-identity.ts';

/** Milliseconds without input after which the user counts as away. Pages keep polling, but no longer extend the session. */
const AWAY_AFTER_MS = 60_000;

let lastInputAt = performance.now();
for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
  addEventListener(kind, () => (lastInputAt = performance.now()), { capture: true, passive: true });

const isAway = () => performance.now() - lastInputAt > AWAY_AFTER_MS;

const exchange = createExchange(ENDPOINTS, { origin: '', cache: 'no-store' });

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Console
      ask={(id, asked, headers, signal) =>
        exchange(id, asked, { ...AS_CONSOLE, ...(isAway() && { [IDLE_HEADER]: '1' }), ...headers }, signal)
      }
      identity={toldIdentity()}
    />
  </StrictMode>,
);
