import { leastCost, sharesOf, type Amount, type Column, type Frame } from './mix-frame.ts';
import { remainderCosts } from './mix-remainders.ts';
import { commonDivisor, modulo } from './whole-numbers.ts';

/** How often each part is done, in the order of the parts. */
export type Mix = readonly number[];

/** Mixes that may still be tried. Once there are none left, the fractional optimum is rounded and no more. */
export interface Effort {
  steps: number;
}

/** Steps after which a table of remainders pays, how many places and columns it may have, and how many of them take as long as a step. */
const WITHOUT_TABLE = 1000;
const LARGEST_TABLE = 1_000_000;
const OF_TABLE = 8;

/** More than rounding can make of a quotient. Quotients only rule mixes out, and by this they rule out less rather than more. */
const OFF = 1e-9;

/**
 * Looks for the mix of least cost by reduced costs (Dantzig, Fulkerson and Johnson, 1954): a mix costs what the
 * fractional optimum does and what its other columns are dearer by. So a cost of at most so and so much leaves a short
 * list of others and few of each, and for each choice of them there is one best way to fill up with the two columns of
 * the frame. Whoever allows the least possible cost first, and then ever 1 more, finds the best mix first.
 *
 * A choice is not gone on with where what may still be spent is too little to bring the shares of the two columns up to
 * 0 (the linear program), to get to a remainder that they can fill ({@link remainderCosts}), or to have a lower second
 * cost than what was found.
 */
export class Search {
  /** No mix costs less. */
  readonly least: number;
  readonly #frame: Frame;
  readonly #size: number;
  readonly #wanted: Amount;
  readonly #effort: Effort;
  /** Of the weights of the two columns, and how often that of the first makes it up. */
  readonly #divisor: number;
  readonly #inverse: number;
  /** How often each of the other columns is taken. */
  readonly #counts: number[];
  /** By how much a unit of cost raises the shares of the two columns at most, with the other columns from a place on. */
  readonly #raises: { first: number; second: number }[] = [];
  /** How much of the second cost comes with a unit of cost at least. */
  #secondRate = 0;
  #remainders: ((points: number, weight: number) => number) | undefined;
  /** What the others may cost, and the second cost that would be better than what was found. */
  #most = 0;
  #better = Infinity;
  /** Whether there was more to try with more actions. */
  #more = false;
  #found: Mix | undefined;

  /** Among mixes of `size` parts that make the points wanted with the weight wanted or less. */
  constructor(frame: Frame, size: number, wanted: Amount, effort: Effort) {
    this.#frame = frame;
    this.#size = size;
    this.#wanted = wanted;
    this.#effort = effort;
    this.least = leastCost(frame);
    this.#counts = frame.others.map(() => 0);
    [this.#divisor, this.#inverse] = commonDivisor(frame.first.weight, frame.second.weight);
  }

  /** The mix that costs at most `most`, and of those, none of which must cost less, the one of the least second cost. */
  within(most: number): Mix | undefined {
    this.#most = most * this.#frame.determinant - this.#frame.bound;
    this.#setRates();
    const tableAt = this.#effort.steps - WITHOUT_TABLE;
    // Few others are enough as a rule, and what is found with them spares trying most of the rest.
    for (let actions = 2; ; actions *= 2) {
      this.#more = false;
      this.#visit(0, this.#wanted.points, this.#wanted.weight, 0, 0, actions);
      if (!this.#more || this.#effort.steps <= 0) return this.#found;
      if (this.#effort.steps < tableAt) this.#setRemainders();
    }
  }

  #setRates(): void {
    const { others, tooMany } = this.#frame;
    const raise = (share: number, cost: number) => (share < 0 ? (-share / cost) * (1 + OFF) : 0);
    let [first, second, rate] = [0, 0, Infinity];
    const take = (column: Column) => {
      const { cost, secondCost } = column;
      if (cost > this.#most) return;
      const [a, b] = sharesOf(this.#frame, column);
      first = Math.max(first, raise(a, cost));
      second = Math.max(second, raise(b, cost));
      if (cost > 0) rate = Math.min(rate, secondCost / cost);
    };
    take(tooMany);
    for (let i = others.length; i >= 0; i -= 1) {
      if (i < others.length) take(others[i]!);
      this.#raises[i] = { first, second };
    }
    this.#secondRate = rate === Infinity ? 0 : rate - Math.abs(rate) * OFF;
  }

  #setRemainders(): void {
    const places = this.#frame.determinant * this.#frame.others.length;
    if (this.#remainders !== undefined || places > LARGEST_TABLE) return;
    this.#remainders = remainderCosts(this.#frame);
    this.#effort.steps -= Math.floor(places / OF_TABLE);
  }

  /** Tries what was chosen so far, and with it up to so many more actions of the other columns from a place on. */
  #visit(from: number, points: number, weight: number, cost: number, secondCost: number, actions: number): void {
    this.#effort.steps -= 1;
    this.#fill(points, weight, cost, secondCost);
    for (let i = from; i < this.#counts.length; i += 1) {
      const column = this.#frame.others[i]!;
      if (cost + column.cost > this.#most || this.#isHopeless(i, points, weight, cost)) return;
      this.#visitWith(i, column, points, weight, cost, secondCost, actions);
    }
  }

  #visitWith(i: number, column: Column, points: number, weight: number, cost: number, secondCost: number, actions: number): void {
    let [pointsLeft, weightLeft, costs, seconds] = [points, weight, cost, secondCost];
    // Once the points are made, only weight that is left is of use.
    for (let count = 1; pointsLeft > 0 || column.points === 0; count += 1) {
      pointsLeft -= column.points;
      weightLeft -= column.weight;
      costs += column.cost;
      seconds += column.secondCost;
      if (costs > this.#most || weightLeft < 0 || seconds + (this.#most - costs) * this.#secondRate > this.#better) break;
      if (this.#effort.steps <= 0 || this.#isHopeless(i, pointsLeft, weightLeft, costs)) break;
      if (count > actions) {
        this.#more = true;
        break;
      }
      if (this.#remainders !== undefined && costs + this.#remainders(pointsLeft, weightLeft) > this.#most) continue;
      this.#counts[i] = count;
      this.#visit(i + 1, pointsLeft, weightLeft, costs, seconds, actions - count);
    }
    this.#counts[i] = 0;
  }

  /** Whether no choice of the columns from a place on lets the two of the frame fill up. */
  #isHopeless(from: number, points: number, weight: number, cost: number): boolean {
    const { first, second } = this.#frame;
    const raise = this.#raises[from]!;
    const left = this.#most - cost;
    return (
      points * second.weight - weight * second.points + left * raise.first < 0 ||
      weight * first.points - points * first.weight + left * raise.second < 0
    );
  }

  /**
   * Fills up with the two columns of the frame. Their weights decide how often each is taken, but for exchanging some
   * of the second for some of the first: that adds points (the determinant is positive), of which as few as possible
   * are to be too many.
   */
  #fill(points: number, weight: number, cost: number, secondCost: number): void {
    const { first, second, determinant, tooMany } = this.#frame;
    const divisor = this.#divisor;
    if (weight % divisor !== 0) return;
    const exchanged = second.weight / divisor;
    let a = modulo(this.#inverse * modulo(weight / divisor, exchanged), exchanged);
    let b = (weight - a * first.weight) / second.weight;
    const turns = Math.max(0, Math.ceil((points - a * first.points - b * second.points) / (determinant / divisor)));
    a += turns * exchanged;
    b -= (turns * first.weight) / divisor;
    const over = a * first.points + b * second.points - points;
    const seconds = secondCost + over * tooMany.secondCost;
    if (b < 0 || cost + over * tooMany.cost > this.#most || seconds > this.#better) return;
    // Second costs are whole numbers of the determinant apart.
    this.#better = seconds - determinant;
    this.#found = this.#mixWith(a, b);
  }

  #mixWith(a: number, b: number): Mix {
    const { first, second, others } = this.#frame;
    const mix = Array.from({ length: this.#size }, () => 0);
    const add = ({ part }: Column, count: number) => {
      if (part !== undefined) mix[part]! += count;
    };
    for (const [i, column] of others.entries()) add(column, this.#counts[i]!);
    add(first, a);
    add(second, b);
    return mix;
  }
}
