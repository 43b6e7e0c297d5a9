/** A way to earn points. `timeRequired` is text for people, such as "30 min". */
export interface Activity {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly points: number;
  readonly difficulty: 'Easy' | 'Medium' | 'Hard';
  readonly timeRequired: string;
  /** Where to do it, as a full address. */
  readonly link?: string | undefined;
}
