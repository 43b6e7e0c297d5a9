import { describe } from 'vitest';

import { describeActivities } from './activities.suite.ts';
import { describeArchive } from './archive.suite.ts';
import { describeChanges } from './changes.suite.ts';
import { describeDocuments } from './documents.suite.ts';
import { describeEvents } from './events.suite.ts';
import { describeLedger } from './ledger.suite.ts';
import { describeManyPlayers } from './many-players.suite.ts';
import { describePlayers } from './players.suite.ts';
import { describeRevisions } from './revisions.suite.ts';
import type { StorePlace } from './store-under-test.suite.ts';
import { waiting } from './waiting-store.suite.ts';

/** What every store must do, part by part of its interface, also where every answer takes its time. `makePlace` makes an empty place for one. */
export function describePointsStore(name: string, makePlace: () => StorePlace): void {
  for (const [how, place] of [
    [name, makePlace],
    [`${name}, waiting`, waiting(makePlace)],
  ] as const) {
    describe(`${how}: what is set up`, () => void describeDocuments(place));
    describe(`${how}: the ledger`, () => void describeLedger(place));
    describe(`${how}: activities`, () => void describeActivities(place));
    describe(`${how}: revisions`, () => void describeRevisions(place));
    describe(`${how}: changes`, () => void describeChanges(place));
    describe(`${how}: players`, () => void describePlayers(place));
    describe(`${how}: events`, () => void describeEvents(place));
    describe(`${how}: the archive`, () => void describeArchive(place));
    describe(`${how}: the archive of many`, () => void describeManyPlayers(place));
  }
}
