import { describe } from 'vitest';

import { describeArchive } from './archive.suite.ts';
import { describeDocuments } from './documents.suite.ts';
import { describeEvents } from './events.suite.ts';
import { describeLedger } from './ledger.suite.ts';
import { describePlayers } from './players.suite.ts';
import type { StorePlace } from './store-under-test.suite.ts';

/** What every store must do, part by part of its interface. `makePlace` makes an empty place for one. */
export function describePointsStore(name: string, makePlace: () => StorePlace): void {
  describe(`${name}: what is set up`, () => void describeDocuments(makePlace));
  describe(`${name}: the ledger`, () => void describeLedger(makePlace));
  describe(`${name}: players`, () => void describePlayers(makePlace));
  describe(`${name}: events`, () => void describeEvents(makePlace));
  describe(`${name}: the archive`, () => void describeArchive(makePlace));
}
