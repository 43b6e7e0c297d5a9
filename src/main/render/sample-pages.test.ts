import { expect, test } from 'vitest';

import { OWN_IDENTITY } from '../../contract/site-identity.ts';
import { BOARD_NAMES, type BoardName } from '../../contract/leaderboard-source.ts';
import { createSampleSource } from '../../sample/sample-source.ts';
import { SAMPLE_PAGES } from '../../web/sample/sample-pages.ts';
import { sampleEdition } from '../editions/sample-edition.tsx';
import { renderPage } from './render-page.tsx';

test('every board is on one page, which loads it', async () => {
  const source = createSampleSource();
  const asked: BoardName[] = [];
  const listening = {
    ...source,
    rankings: (question: Parameters<typeof source.rankings>[0]) => {
      asked.push(question.board);
      return source.rankings(question);
    },
  };
  // A board shown without having been loaded would be requested a second time.
  for (const { path } of SAMPLE_PAGES) await renderPage(sampleEdition(listening, OWN_IDENTITY), path);
  expect(asked.toSorted()).toEqual(BOARD_NAMES.toSorted());
});
