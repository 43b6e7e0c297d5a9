/** What a commit begins with is not so any more: another process was faster. Nothing was kept, and the commit begins anew. */
export const OVERTAKEN = new Error('Something is otherwise than when the commit began');
