// Conditional requests: what somebody else changed meanwhile is not written over.
import type { ActName } from '../../../contract/operation/acts.ts';
import { timeText } from '../../../contract/moment-text.ts';
import type { KeptAct } from '../../audit/audit-entry.ts';
import { contentTag, matchesContent } from '../../http/bodies/entity-tag.ts';
import type { HttpAnswer, HttpRequest } from '../../http/http-message.ts';
import { Problem } from '../../http/problem.ts';
import { AUDIT, type Records } from '../../store/records.ts';
import { json } from '../json-answer.ts';

/** Something that an operator replaces. */
export interface Replaced {
  /** It as it is now, as it is read. */
  readonly now: () => object | Promise<object>;
  /** What acts change it, and what those are about that do. */
  readonly acts: readonly ActName[];
  readonly about?: Pick<KeptAct, 'board' | 'subject'>;
}

/** Says inside a commit what is there, of which the entity tag is. @throws if it is not what was asked for. */
export type StillThere = (content: object) => void;

/** How many of the latest acts of a kind are looked at for who changed something last. */
const LOOKED_AT = 200;

class Overtaken extends Error {}

/**
 * Does `work`, if what it replaces is what the header `If-Match` of the request names, or there is no such header. `work` says inside
 * its commit what is there: so of two at the same time one is refused.
 * @throws {Problem} overtaken, with what is there `now`, and who changed it last if that is known.
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
      'Somebody changed this after you had read it. Nothing was changed now.',
      [],
      {},
      { now: await replaced.now(), by: last?.kept.by ?? null, at: last === undefined ? null : timeText(last.record.at) },
    );
  }
}

/** Replaces something as {@link unlessOvertaken} does, and answers with it, tagged. `part`: what of it is replaced. */
export async function replacing<Answer extends object>(
  request: HttpRequest,
  store: Pick<Records, 'records'>,
  { part = (answer) => answer, ...replaced }: Replaced & { readonly part?: (answer: Answer) => object },
  work: (still: StillThere) => Promise<Answer>,
): Promise<HttpAnswer> {
  const answer = await unlessOvertaken(request, store, replaced, work);
  return tagged(answer, part(answer));
}

/** An answer with the entity tag of `content`: itself, or the part of it that is replaced. */
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
