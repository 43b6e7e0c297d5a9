import type { ApiAuditEntry, ApiUndo, ApiUndoPreview } from '../../contract/operation/audit.ts';
import type { Role } from '../../contract/role.ts';
import { takeBack } from '../store/acting.ts';
import { undoId } from '../audit/audit-entry.ts';
import { entryAnswers, type UndoOf } from '../audit/audit-log.ts';
import { type ToldAct, toldAct, toldActIn } from '../audit/told-act.ts';
import { Problem } from '../http/problem.ts';
import { isErased } from '../store/erased-player.ts';
import { AUDIT } from '../store/records.ts';
import type { StoredPlayer } from '../store/stored-values.ts';
import { oppositeOf } from './acts.ts';
import {
  CHANGED_SINCE,
  changedFields,
  isAsLookedAt,
  only,
  type Opposite,
  type Plan,
  refuseIfChangedSince,
  type UndoParts,
} from './parts/opposite.ts';
import { afterLook, type Condition, type Imagined, OVERTAKEN, previewed, refuseIfOtherThanPreviewed } from './parts/previewed.ts';

/** Requires a role of the caller. @throws {Problem} forbidden. */
export type NeedRole = (role: Role) => void;

/** Whether an action can be undone. */
export function undoOf(parts: UndoParts): UndoOf {
  return async (told, about): Promise<ApiUndo> => {
    const opposite = await possibleOpposite(parts, told, about);
    if (!('plan' in opposite)) return { state: 'impossible', why: opposite.why };
    try {
      if (opposite.isCostly !== true) await planOf(parts, told, opposite);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { state: 'impossible', why: error.code === 'changed' ? 'A later action changed this again.' : error.message };
    }
    return { state: 'possible', role: opposite.role };
  };
}

/**
 * Undoes an entry's act by the opposite act. Resolves with the new entry.
 * @throws {Problem} not-found; forbidden as `need`; conflict if it cannot be undone, or already was; changed if its fields or the preview
 * are out of date; as the opposite act.
 */
export async function undoAct(parts: UndoParts, number: number, need: NeedRole, { since }: Condition): Promise<ApiAuditEntry> {
  const { told, opposite } = await asked(parts, number, need);
  const look = async () => {
    const plan = await planOf(parts, told, opposite);
    if (since !== undefined) await refuseIfOtherThanPreviewed(parts, since, () => imagined(told, plan));
    return plan;
  };
  let isDone = false;
  try {
    await afterLook(
      parts,
      async () => void (await look()),
      async (agreed) => {
        const plan = await look();
        isDone = plan.isToldLater === true;
        const check = (found: unknown) => {
          if (!isAsLookedAt(found, plan)) throw OVERTAKEN;
          isDone = true;
        };
        return takeBack({ entry: number, does: opposite.does, check }, () => plan.carryOut(agreed));
      },
    );
  } catch (error) {
    // Another process may have undone it at the same time; the log refuses a second undo.
    if (!(error instanceof Problem)) await refuseIfUndone(parts, number);
    throw error;
  }
  if (!isDone) {
    // There was nothing left to change.
    await refuseIfUndone(parts, number);
    throw new Problem('changed', CHANGED_SINCE);
  }
  const done = await parts.boards.store.record(AUDIT, undoId(number));
  const [entry] = await entryAnswers(parts.boards.store, [toldActIn(done!)], undoOf(parts));
  return entry!;
}

/** Previews {@link undoAct}. @throws {Problem} as that. */
export async function undoPreview(parts: UndoParts, number: number, need: NeedRole): Promise<ApiUndoPreview> {
  const { told, opposite } = await asked(parts, number, need);
  const plan = await planOf(parts, told, opposite);
  const names = changedFields(told, plan);
  return {
    ...(await previewed(parts, { imagine: () => imagined(told, plan) })),
    undoes: number,
    act: plan.act,
    before: only(plan.now, names),
    after: only(plan.wanted, names),
  };
}

async function asked(parts: UndoParts, number: number, need: NeedRole): Promise<{ readonly told: ToldAct; readonly opposite: Opposite }> {
  const { store } = parts.boards;
  const told = await toldAct(store, number);
  await refuseIfUndone(parts, number);
  const [about] = told.kept.player === undefined ? [] : await store.players([told.kept.player]);
  const opposite = await possibleOpposite(parts, told, about);
  if (!('plan' in opposite)) throw new Problem('conflict', `Nothing was done. ${opposite.why}`);
  need(opposite.role);
  return { told, opposite };
}

async function possibleOpposite(
  parts: UndoParts,
  told: ToldAct,
  about: StoredPlayer | undefined,
): Promise<Opposite | { readonly why: string }> {
  const opposite = oppositeOf(told.act);
  if (!('plan' in opposite)) return opposite;
  if (about !== undefined && isErased(about)) return { why: 'The player has been erased since.' };
  const why = await opposite.why?.(told, parts);
  return why === undefined ? opposite : { why };
}

/** @throws {Problem} changed; as the opposite, and as the plan's `refuse`. */
async function planOf(parts: UndoParts, told: ToldAct, opposite: Opposite): Promise<Required<Pick<Plan, 'act'>> & Plan> {
  const plan = { act: opposite.does[0], ...(await opposite.plan(parts, told)) };
  refuseIfChangedSince(told, plan);
  await plan.refuse?.();
  return plan;
}

function imagined({ number }: ToldAct, { imagine, act, now, wanted }: Plan): Promise<Imagined> {
  return imagine?.() ?? Promise.resolve({ subject: [`entry ${number}`, { act, now, wanted }], changes: [] });
}

async function refuseIfUndone({ boards }: UndoParts, number: number): Promise<void> {
  const by = await boards.store.record(AUDIT, undoId(number));
  if (by !== undefined)
    throw new Problem('conflict', `Entry ${number} was already undone by entry ${by.number}.`, [
      { field: 'entry', rule: 'must not be undone already' },
    ]);
}
