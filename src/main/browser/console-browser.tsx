// The console in the browser: a bundle of its own, which no visitor of the site loads.
import '../../web/styles/tokens.css';
import '../../web/styles/fallback-font.css';
import '../../web/styles/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { ENDPOINTS } from '../../contract/api.ts';
import { createExchange } from '../../remote/api-client.ts';
import { Console } from '../../web/console/frame/console.tsx';
import { toldIdentity } from './told-identity.ts';

/** Without this header a session does not count: pages of other origins cannot send it. */
const AS_CONSOLE = { 'laurels-console': '1' };

const exchange = createExchange(ENDPOINTS, { origin: '', cache: 'no-store' });

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Console ask={(id, asked, headers) => exchange(id, asked, { ...AS_CONSOLE, ...headers })} identity={toldIdentity()} />
  </StrictMode>,
);
