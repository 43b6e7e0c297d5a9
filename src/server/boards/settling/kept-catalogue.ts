import { type Catalogue, EMPTY_CATALOGUE, keptCatalogueSchema, MOST } from '../../../contract/catalogue.ts';
import { storedDocument } from '../../http/stored-document.ts';
import { Problem } from '../../http/problem.ts';
import { documentBeside, type DocumentOf } from '../../store/kept-document.ts';
import type { DocumentBeside } from '../../store/points-store.ts';
import { PrizeRules } from './prize-rules.ts';

/** Empty by default. Reading throws an Error that says what to do if the stored catalogue is not readable by this program. */
export const CATALOGUE: DocumentOf<Catalogue> = {
  name: 'catalogue',
  read: (text) => (text === undefined ? EMPTY_CATALOGUE : storedDocument(text, keptCatalogueSchema, 'catalogue')),
};

/** Prizes by board and kind, from the same document. */
export const PRIZE_RULES: DocumentOf<PrizeRules> = { name: CATALOGUE.name, read: (text) => new PrizeRules(CATALOGUE.read(text)) };

type Prizes = Catalogue['prizes'];

/** The prizes that name a board, and where each stands in the list. */
export type PlacedPrizes = readonly { readonly at: number; readonly prize: Prizes[number] }[];

export function prizesNaming({ prizes }: Pick<Catalogue, 'prizes'>, board: string): PlacedPrizes {
  return prizes.flatMap((prize, at) => (prize.board === board ? [{ at, prize }] : []));
}

/**
 * Gives a new board the prizes that name another, each right after the original, because the first that matches a rank wins.
 * @throws {Problem} conflict inside the commit if the catalogue has no room for them.
 */
export function copiedPrizes(board: string, copyOf: string): DocumentBeside {
  return prizesBeside((prizes) => {
    const copied = prizes.flatMap((prize) => (prize.board === copyOf ? [prize, { ...prize, board }] : [prize]));
    if (copied.length > MOST.prizes)
      throw new Problem(
        'conflict',
        `The catalogue can have ${MOST.prizes} prizes; with those of "${copyOf}" it would have ${copied.length}.`,
      );
    return copied;
  });
}

/** Drops the prizes that name a board, because it is removed. */
export function droppedPrizes(board: string): DocumentBeside {
  return prizesBeside((prizes) => prizes.filter((prize) => prize.board !== board));
}

/** Puts prizes back where they were, as far as there is room. */
export function restoredPrizes(placed: PlacedPrizes): DocumentBeside {
  return prizesBeside((prizes) => placed.reduce((all, { at, prize }) => all.toSpliced(at, 0, prize), prizes).slice(0, MOST.prizes));
}

function prizesBeside(change: (prizes: Prizes) => Prizes): DocumentBeside {
  return documentBeside(CATALOGUE, (kept) => {
    const prizes = change(kept.prizes);
    return prizes.length === kept.prizes.length ? kept : { ...kept, prizes };
  });
}
