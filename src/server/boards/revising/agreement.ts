/**
 * Says whether an act is still what was agreed to. Called between commits, right before the act; what it resolves to is
 * called inside the commit. Each throws if it is not.
 */
export type Agreement = () => Promise<() => void>;

/** Whatever happens is agreed to. */
export const ANYTHING: Agreement = async () => () => {};
