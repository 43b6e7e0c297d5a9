const DIGEST_BYTES = 4;

/** The label of a file's import: its name and a digest of the contents, so that different files with the same name are separate imports. */
export async function importLabel(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `${name} (${[...digest.subarray(0, DIGEST_BYTES)].map((byte) => byte.toString(16).padStart(2, '0')).join('')})`;
}
