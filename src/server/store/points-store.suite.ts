import { describe } from 'vitest';

import { describeActivities } from './activities.suite.ts';
import { describeArchive } from './archive.suite.ts';
import { describeChanges } from './changes.suite.ts';
import { describeDocuments } from './documents.suite.ts';
import { describeEvents } from './events.suite.ts';
import { describeLedger } from './ledger.suite.ts';
import { describeManyPlayers } from './many-players.suite.ts';
import { describePeople } from './people.suite.ts';
import { describePlayers } from './players.suite.ts';
import { describeRevisions } from './revisions.suite.ts';
import { describeHolding } from './holding.suite.ts';
import { describeRecords } from './records.suite.ts';
import type { StorePlace } from './store-under-test.suite.ts';

/** The contract tests of every store, by part of its interface. `place` creates an empty place for one. */
export function describePointsStore(name: string, place: () => StorePlace): void {
  describe(`${name}: settings`, () => void describeDocuments(place));
  describe(`${name}: records`, () => void describeRecords(place));
  describe(`${name}: holding`, () => void describeHolding(place));
  describe(`${name}: the ledger`, () => void describeLedger(place));
  describe(`${name}: activities`, () => void describeActivities(place));
  describe(`${name}: revisions`, () => void describeRevisions(place));
  describe(`${name}: changes`, () => void describeChanges(place));
  describe(`${name}: players`, () => void describePlayers(place));
  describe(`${name}: people`, () => void describePeople(place));
  describe(`${name}: events`, () => void describeEvents(place));
  describe(`${name}: the archive`, () => void describeArchive(place));
  describe(`${name}: the archive of many players`, () => void describeManyPlayers(place));
}
