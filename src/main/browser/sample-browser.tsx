// The sample edition in the browser: the site with the sample data in its bundle.
import '../../web/styles/site.css';

import { createSampleSource } from '../../sample/sample-source.ts';
import { sampleEdition } from '../editions/sample-edition.tsx';
import { startInBrowser } from './start-in-browser.tsx';
import { toldIdentity } from './told-identity.ts';
import { watchForNewVersion } from './watch-for-new-version.ts';

await startInBrowser(sampleEdition(createSampleSource(), toldIdentity()));
watchForNewVersion();
