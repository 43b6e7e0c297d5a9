import { isDeepStrictEqual } from 'node:util';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import type { Fault } from '../../../contract/parts/schema-faults.ts';
import type { ActName } from '../../../contract/operation/acts.ts';
import type { UndoRole } from '../../../contract/operation/audit.ts';
import type { CurrentAppearance } from '../../appearance/current-appearance.ts';
import type { ToldAct } from '../../audit/told-act.ts';
import type { CurrentCatalogue } from '../../boards/current-catalogue.ts';
import type { Agreement } from '../../boards/revising/agreement.ts';
import { Problem } from '../../http/problem.ts';
import type { UndoKeys } from '../../operation/keys/keyring.ts';
import type { Operators } from '../../operators/operators.ts';
import type { ActParts } from './act-parts.ts';
import type { Imagined, PreviewedAct } from './previewed.ts';

// Undo: the opposite of an act, the role it needs, its preview and execution.

export interface UndoParts extends ActParts {
  readonly catalogue: CurrentCatalogue;
  readonly appearance: CurrentAppearance;
  readonly operators: Pick<Operators, 'people' | 'invitations'>;
  /** Absent if the server has no keys. */
  readonly keys?: UndoKeys | undefined;
}

/** How to undo an act. */
export interface Opposite {
  /** The role it needs. */
  readonly role: UndoRole;
  /** The acts that undoing may be recorded as; the first by default. */
  readonly does: readonly [ActName, ...ActName[]];
  /** Why a particular entry cannot be undone, as a sentence. */
  readonly why?: (told: ToldAct, parts: UndoParts) => Promise<string | undefined> | string | undefined;
  /** Planning reads so much that lists offer the undo without a plan. */
  readonly isCostly?: true;
  /** What would be done now. @throws {Problem} if nothing can be done. */
  readonly plan: (parts: UndoParts, told: ToldAct) => Promise<Plan> | Plan;
}

export type UndoingId = {
  [Id in EndpointId]: (typeof ENDPOINTS)[Id]['role'] extends UndoRole ? Id : never;
}[EndpointId];

/** The role of an endpoint, and the acts that undoing may be recorded as. */
export function askedAt(id: UndoingId, ...does: Opposite['does']): Pick<Opposite, 'role' | 'does'> {
  return { role: ENDPOINTS[id].role, does };
}

/** An act that cannot be undone; `why` is a sentence. */
export interface Irreversible {
  readonly why: string;
}

export type Undos = { readonly [Name in ActName]?: Opposite | Irreversible };

export interface Plan {
  readonly act?: ActName;
  /** The act's fields: as it left them, as they are, and as they would be. */
  readonly left: unknown;
  readonly now: unknown;
  readonly wanted: unknown;
  /** Refuses an undo that is impossible for another reason than a later action. @throws {Problem} */
  readonly refuse?: () => unknown;
  /** Previews the ranks, if they may change. */
  readonly imagine?: () => Promise<Imagined>;
  /** The commit compares by itself, because the log does not have all fields. */
  readonly comparesItself?: true;
  /** Stored elsewhere, and recorded in the audit log afterwards. */
  readonly isToldLater?: true;
  /** Executes the undo. If ranks may change, `agreed` is checked between commits, right before. */
  readonly carryOut: (agreed: Agreement) => Promise<unknown>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Undoes by an act of the same kind that restores the former values. `now`: the current values of all fields it may have changed. */
export function setBack<Now extends object>(
  act: ActName,
  id: UndoingId,
  now: (parts: UndoParts, told: ToldAct) => Now | Promise<Now>,
  set: (wanted: Now, parts: UndoParts, told: ToldAct) => Promise<unknown>,
): Opposite {
  const plan = async (parts: UndoParts, told: ToldAct) => fieldsPlan(told, await now(parts, told), (wanted) => set(wanted, parts, told));
  return { ...askedAt(id, act), plan };
}

/** Plans to restore former values; `now` as in {@link setBack}. */
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

/** Plans to revert, by `act`, the `changed` items of an act on many that nobody changed since, with these fields. Skips other items. */
export function partPlan(
  { now, wanted }: Pick<Plan, 'now' | 'wanted'>,
  changed: number,
  { imagine, carryOut }: PreviewedAct<unknown>,
): Plan {
  const refuse = () => {
    if (changed === 0) throw new Problem('changed', CHANGED_SINCE);
  };
  return { left: now, now, wanted, comparesItself: true, refuse, imagine, carryOut };
}

/** Plans to flip a boolean field back. */
export function turned(field: string, isNow: boolean, wanted: boolean): Pick<Plan, 'left' | 'now' | 'wanted'> {
  return { left: { [field]: !wanted }, now: { [field]: isNow }, wanted: { [field]: wanted } };
}

/** Names of the changed fields; `value` for values that are not objects. */
export function changedFields({ kept: { before, after } }: ToldAct, { left }: Plan): readonly string[] {
  return [...new Set([...Object.keys(fieldsOf(before)), ...Object.keys(fieldsOf(after)), ...Object.keys(fieldsOf(left))])];
}

/** Picks fields of an object; other values unchanged. */
export function only(value: unknown, names: readonly string[]): unknown {
  if (!isFields(value)) return value ?? null;
  return Object.fromEntries(names.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]));
}

/** The message that an action can no longer be undone. */
export const CHANGED_SINCE = 'Nothing was undone: a later action changed this again.';

/** @throws {Problem} changed, naming each field that is not as the act left it, and its current value. */
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

/** Whether the commit found the planned values; `found` may have fewer fields. */
export function isAsLookedAt(found: unknown, { now, comparesItself }: Plan): boolean {
  if (found === undefined || comparesItself) return true;
  if (!isFields(found) || !isFields(now)) return isSame(found, now);
  return Object.entries(found).every(([name, value]) => isSame(value, now[name]));
}

/** A value of an entry as an object; empty if it is not one. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(inJson(a), inJson(b));
}

function inJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** JSON, shortened. */
function wordsOf(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
