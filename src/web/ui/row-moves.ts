import { Component, type RefObject } from 'react';

const MOVE = { duration: 160, easing: 'cubic-bezier(.2, .8, .2, 1)' } as const;

const LIT_MS = 1_600;

/** Larger than the height of a row, in pixels: a partly visible row counts as visible. */
const ROW_PX = 120;

interface Place {
  readonly left: number;
  readonly top: number;
  readonly rank: number;
}

interface RowMovesProps {
  readonly list: RefObject<HTMLElement | null>;
  /** The board and period of the ranks: between different ones, such as two days, no row counts as risen. */
  readonly ranksOf?: string | undefined;
}

/**
 * Animates the rows of its list to their new places, and highlights those that rose. New, off-screen and unmoved rows are not animated, and
 * none are with reduced motion. Rows are identified by `data-player`, and need a `data-rank` to be highlighted. A class, because only
 * classes have a hook that runs just before the document changes.
 */
export class RowMoves extends Component<RowMovesProps> {
  override getSnapshotBeforeUpdate(): ReadonlyMap<string, Place> | null {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null;
    return new Map(this.rows().map((row) => [row.dataset['player']!, placeOf(row)]));
  }

  override componentDidUpdate({ ranksOf: before }: RowMovesProps, _: unknown, places: ReadonlyMap<string, Place> | null): void {
    if (places === null) return;
    const { ranksOf } = this.props;
    const rows = this.rows();
    const top = -(rows[0]?.offsetParent?.getBoundingClientRect().top ?? 0);
    const seen = (place: number) => place > top - ROW_PX && place < top + innerHeight;
    // All rows are measured before the first one moves, to avoid repeated layout.
    for (const [row, to] of rows.map((one) => [one, placeOf(one)] as const)) {
      const from = places.get(row.dataset['player']!);
      if (from === undefined || from.left !== to.left || !(seen(from.top) || seen(to.top))) continue;
      if (from.top !== to.top) row.animate([{ transform: `translateY(${from.top - to.top}px)` }, { transform: 'none' }], MOVE);
      if (ranksOf !== undefined && ranksOf === before && to.rank < from.rank) light(row);
    }
  }

  private rows(): HTMLElement[] {
    return [...(this.props.list.current!.children as HTMLCollectionOf<HTMLElement>)];
  }

  override render() {
    return null;
  }
}

/** By offsetTop, which ignores scrolling and animations in progress. */
function placeOf(row: HTMLElement): Place {
  return { left: row.offsetLeft, top: row.offsetTop, rank: Number(row.dataset['rank']) };
}

/** By an outline, which is painted above the lane. */
function light(row: HTMLElement): void {
  const lit = '3px solid var(--lane-edge)';
  row.animate(
    { outline: [lit, lit, '3px solid transparent'], outlineOffset: ['-3px', '-3px'] },
    { id: 'lit', duration: LIT_MS, easing: 'ease-out' },
  );
}
