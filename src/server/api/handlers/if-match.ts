// Conditional requests: they prevent lost updates.
import type { ActName } from '../../../contract/operation/acts.ts';
import { timeText } from '../../../contract/moment-text.ts';
import type { KeptAct } from '../../audit/audit-entry.ts';
import { contentTag, matchesContent } from '../../http/bodies/entity-tag.ts';
import type { HttpAnswer, HttpRequest } from '../../http/http-message.ts';
import { Problem } from '../../http/problem.ts';
import { AUDIT, type Records } from '../../store/records.ts';
import { json } from '../json-answer.ts';

/** A replaceable resource. */
export interface Replaced {
  /** Its current value. */
  readonly now: () => object | Promise<object>;
  /** The acts that change it, and their subject. */
  readonly acts: readonly ActName[];
  readonly about?: Pick<KeptAct, 'board' | 'subject'>;
}

/** Compares the stored value, inside the commit, with the entity tag. @throws if it differs. */
export type StillThere = (content: object) => void;

/** How many recent acts to search for the last change. */
const LOOKED_AT = 200;

class Overtaken extends Error {}

/**
 * Runs `work` if `If-Match` is absent or matches. `work` compares inside its commit, so of two concurrent requests one fails.
 * @throws {Problem} overtaken, with the current value, and who changed it last if known.
 */
export async function unlessOvertaken<Result>(
  request: HttpRequest,
  store: Pick<Records, 'records'>,
  replaced: Replaced,
  work: (still: StillThere) => Promise<Result>,
): Promise<Result> {
  const ifMatch = request.header('if-match');
  if (ifMatch === null) return work(() => {});
  try {
    return await work((content) => {
      if (!matchesContent(ifMatch, contentTag(content))) throw new Overtaken();
    });
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    const last = await lastChange(store, replaced);
    throw new Problem(
      'overtaken',
      'Someone else changed this after you read it. Nothing was changed.',
      [],
      {},
      { now: await replaced.now(), by: last?.kept.by ?? null, at: last === undefined ? null : timeText(last.record.at) },
    );
  }
}

/** Runs {@link unlessOvertaken}, and answers with the new value and its tag. `part`: the replaceable part of the answer. */
export async function replacing<Answer extends object>(
  request: HttpRequest,
  store: Pick<Records, 'records'>,
  { part = (answer) => answer, ...replaced }: Replaced & { readonly part?: (answer: Answer) => object },
  work: (still: StillThere) => Promise<Answer>,
): Promise<HttpAnswer> {
  const answer = await unlessOvertaken(request, store, replaced, work);
  return tagged(answer, part(answer));
}

/** An answer with the entity tag of `content`. */
export function tagged(answer: object, content: object = answer): HttpAnswer {
  return json(200, answer, { etag: contentTag(content) });
}

async function lastChange(store: Pick<Records, 'records'>, { acts, about: { board, subject } = {} }: Replaced) {
  const pages = await Promise.all(acts.map((state) => store.records(AUDIT, { state, limit: LOOKED_AT })));
  return pages
    .flat()
    .toSorted((a, b) => b.number - a.number)
    .map((record) => ({ record, kept: JSON.parse(record.text) as KeptAct }))
    .find(({ kept }) => (board === undefined || kept.board === board) && (subject === undefined || kept.subject === subject));
}
