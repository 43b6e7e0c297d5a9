/**
 * Checks that an action is still as the operator confirmed it. Called between commits, right before the action; the function it resolves to
 * is called inside the commit. Either throws if it is not.
 */
export type Agreement = () => Promise<() => void>;

/** Agrees to anything. */
export const ANYTHING: Agreement = async () => () => {};
