import { ordinal } from '../../../../domain/ordinal.ts';

/** Ranks that win something: "1st", "2nd to 10th". */
export function ranksInWords({ from, to = from }: { readonly from: number; readonly to?: number | undefined }): string {
  return from === to ? ordinal(from) : `${ordinal(from)} to ${ordinal(to)}`;
}
