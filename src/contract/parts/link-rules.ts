import * as z from 'zod/mini';

/** Invisible characters, and characters that browsers reinterpret: a URL must look like its target. */
const NOT_IN_LINKS = /[\s\\\p{Other}\p{Separator}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Browsers skip extra slashes. */
const AT_SIGN_BEFORE_PATH = /^https?:\/\/+[^/?#]*@/i;

/** A stored link. Only http and https, because `javascript:` is a URL too. */
export const keptLinkSchema = z.string().check(
  z.maxLength(2000),
  z.refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'must be a URL that begins with https:// or http://'),
);

/** A link. Credentials are rejected: they would be public, or disguise the target of the link. */
export const linkSchema = keptLinkSchema.check(
  z.refine(
    (text) => !NOT_IN_LINKS.test(text),
    'must not contain spaces, line breaks, backslashes, control characters or invisible characters',
  ),
  z.refine((text) => !AT_SIGN_BEFORE_PATH.test(text), 'must not contain a username, a password or an @ before its path'),
);

/** Whether an http address works only on this machine. */
export function isOfThisMachine(link: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(link).hostname);
}
