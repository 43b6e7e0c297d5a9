import { Component, type RefObject } from 'react';

const MOVE = { duration: 160, easing: 'cubic-bezier(.2, .8, .2, 1)' } as const;

const LIT_MS = 1_600;

/** More than the height of a row, in pixels: one partly on screen counts as seen. */
const ROW_PX = 120;

interface Place {
  readonly left: number;
  readonly top: number;
  readonly rank: number;
}

interface RowMovesProps {
  readonly list: RefObject<HTMLElement | null>;
  /** The board and period of the ranks: between two of them, as between two days, nobody rises. */
  readonly ranksOf?: string | undefined;
}

/**
 * Lets the rows of the list it stands in glide to their new places, and lights those that rose. Rows that are new, off
 * screen or in place are not animated, and none with reduced motion. Rows are told apart by `data-player`, and have a
 * `data-rank` where they may be lit. A class, because only classes are called just before the document changes.
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
    // All are measured before the first one moves, or each would be laid out again.
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

/** By offsetTop: scrolling and a move under way must not count as a change. */
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
