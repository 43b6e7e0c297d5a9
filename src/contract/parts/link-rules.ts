import * as z from 'zod/mini';

/** What cannot be seen, or what browsers read as something else: an address must look like where it leads. */
const NOT_IN_LINKS = /[\s\\\p{Other}\p{Separator}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Browsers pass over further slashes. */
const AT_SIGN_BEFORE_PATH = /^https?:\/\/+[^/?#]*@/i;

/** An address that a button may lead to, as it was kept. No other scheme: `javascript:` is an address too. */
export const keptLinkSchema = z.string().check(
  z.maxLength(2000),
  z.refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'must be an address that begins with https:// or http://'),
);

/** An address that a button may lead to. A user name or a password in it would be told to everybody, or would make it look as if it led elsewhere. */
export const linkSchema = keptLinkSchema.check(
  z.refine(
    (text) => !NOT_IN_LINKS.test(text),
    'must not have spaces, line breaks, backslashes, control characters or invisible characters',
  ),
  z.refine((text) => !AT_SIGN_BEFORE_PATH.test(text), 'must not have a user name, a password or an @ before its path'),
);
