import { isDeepStrictEqual } from 'node:util';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { ActName } from '../../../contract/operation/acts.ts';
import type { UndoRole } from '../../../contract/operation/audit.ts';
import type { CurrentAppearance } from '../../appearance/current-appearance.ts';
import type { ToldAct } from '../../audit/told-act.ts';
import type { CurrentCatalogue } from '../../boards/current-catalogue.ts';
import type { Agreement } from '../../boards/revising/agreement.ts';
import { type Fault, Problem } from '../../http/problem.ts';
import type { UndoKeys } from '../../operation/keys/keyring.ts';
import type { Operators } from '../../operators/operators.ts';
import type { ActParts } from './act-parts.ts';
import type { Imagined } from './previewed.ts';

// What the opposite of an act is made of: what it needs, what it would change, and how it is done.

/** What acts are taken back with. */
export interface UndoParts extends ActParts {
  readonly catalogue: CurrentCatalogue;
  readonly appearance: CurrentAppearance;
  readonly operators: Pick<Operators, 'people' | 'invitations'>;
  /** Not there where keys are none of this server's business. */
  readonly keys?: UndoKeys | undefined;
}

/** What takes an act back. */
export interface Opposite {
  /** The role it needs. */
  readonly role: UndoRole;
  /** What its entry may say was done: the first one, unless the plan says another. */
  readonly does: readonly [ActName, ...ActName[]];
  /** Why the act of one entry cannot be taken back, a sentence, if it cannot. */
  readonly why?: (told: ToldAct, parts: UndoParts) => Promise<string | undefined> | string | undefined;
  /** Planning reads so much that lists offer the undo without a plan. */
  readonly isCostly?: true;
  /** What would be done now. @throws {Problem} if nothing can be. */
  readonly plan: (parts: UndoParts, told: ToldAct) => Promise<Plan> | Plan;
}

/** An endpoint by which the opposite of an act could be done. */
export type UndoingId = {
  [Id in EndpointId]: (typeof ENDPOINTS)[Id]['role'] extends UndoRole ? Id : never;
}[EndpointId];

/** An opposite that needs the role of an endpoint, and what its entry may say. */
export function askedAt(id: UndoingId, ...does: Opposite['does']): Pick<Opposite, 'role' | 'does'> {
  return { role: ENDPOINTS[id].role, does };
}

/** Nothing takes it back, and why: a sentence. */
export interface Irreversible {
  readonly why: string;
}

/** What takes some acts back, or why nothing does. */
export type Undos = { readonly [Name in ActName]?: Opposite | Irreversible };

/** What would be done to take an act back. */
export interface Plan {
  readonly act?: ActName;
  /** What the act set: as it left it, as it is, and as it would be. Of objects the fields that the act changed are compared. */
  readonly left: unknown;
  readonly now: unknown;
  readonly wanted: unknown;
  /** Where ranks may move: what would happen to them. */
  readonly imagine?: () => Promise<Imagined>;
  /** It compares what it finds inside the commit itself, because the log is not told all of it. */
  readonly comparesItself?: true;
  /** It is kept apart from the store, and told in the audit log once it is done. */
  readonly isToldLater?: true;
  /** Does it. Where ranks may move, `agreed` is asked between commits, right before. */
  readonly carryOut: (agreed: Agreement) => Promise<unknown>;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * An act is taken back by an act of its kind, which gives what it set the former values. `now`: all that it could have changed, as the
 * commit is told it.
 */
export function setBack<Now extends object>(
  act: ActName,
  id: UndoingId,
  now: (parts: UndoParts, told: ToldAct) => Now | Promise<Now>,
  set: (wanted: Now, parts: UndoParts, told: ToldAct) => Promise<unknown>,
): Opposite {
  const plan = async (parts: UndoParts, told: ToldAct) => fieldsPlan(told, await now(parts, told), (wanted) => set(wanted, parts, told));
  return { ...askedAt(id, act), plan };
}

/** The plan to give fields their former values again. `now` is as for {@link setBack}. */
export function fieldsPlan<Now extends object>(
  { kept: { before, after } }: ToldAct,
  now: Now,
  set: (wanted: Now, agreed: Agreement) => Promise<unknown>,
): Plan {
  const wanted = Object.fromEntries([
    ...Object.entries(now).filter(([name]) => !(name in fieldsOf(after))),
    ...Object.entries(fieldsOf(before)),
  ]) as Now;
  return { left: after, now, wanted, carryOut: (agreed) => set(wanted, agreed) };
}

/** What an act made true or false is made the other again: as it left it, as it is, and as it would be. */
export function turned(field: string, isNow: boolean, wanted: boolean): Pick<Plan, 'left' | 'now' | 'wanted'> {
  return { left: { [field]: !wanted }, now: { [field]: isNow }, wanted: { [field]: wanted } };
}

/** The fields that an act changed; of what are no objects, the whole under the name `value`. */
export function changedFields({ kept: { before, after } }: ToldAct, { left }: Plan): readonly string[] {
  return [...new Set([...Object.keys(fieldsOf(before)), ...Object.keys(fieldsOf(after)), ...Object.keys(fieldsOf(left))])];
}

/** Some of the fields of a value, as JSON has them; a value without fields as it is. */
export function only(value: unknown, names: readonly string[]): unknown {
  if (!isFields(value)) return value ?? null;
  return Object.fromEntries(names.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]));
}

/** Says that an action can no longer be undone. */
export const CHANGED_SINCE = 'Nothing was undone: a later action changed this again.';

/** @throws {Problem} changed, naming each field that is not as the act left it, and what it is now. */
export function refuseIfChangedSince(told: ToldAct, plan: Plan): void {
  const { left, now } = plan;
  const faults: Fault[] = [];
  const compare = (field: string, was: unknown, is: unknown) => {
    if (!isSame(was, is)) faults.push({ field, rule: `is now ${wordsOf(is)}; entry ${told.number} set it to ${wordsOf(was)}` });
  };
  if (isFields(left) && isFields(now)) for (const name of changedFields(told, plan)) compare(name, left[name], now[name]);
  else compare(told.act, left, now);
  if (faults.length > 0) throw new Problem('changed', CHANGED_SINCE, faults);
}

/** Whether what a commit found is what was looked at; `found` may have fewer fields. What an act does not tell is not compared. */
export function isAsLookedAt(found: unknown, { now, comparesItself }: Plan): boolean {
  if (found === undefined || comparesItself) return true;
  if (!isFields(found) || !isFields(now)) return isSame(found, now);
  return Object.entries(found).every(([name, value]) => isSame(value, now[name]));
}

/** The object that an entry has as what was before or after; one without fields, if it has none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As JSON has them. */
function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(inJson(a), inJson(b));
}

function inJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** A few words at most: a catalogue is long. */
function wordsOf(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
