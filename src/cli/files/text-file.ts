import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** The text of a file, without a byte order mark. @throws {Error} if it cannot be read or is not UTF-8, naming the line. */
export function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`, { cause: error });
  }
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(10, start);
    if (!isUtf8(bytes.subarray(start, end === -1 ? undefined : end))) break;
    start = end + 1;
  }
  throw new Error(`${file}:${line}: the line is not UTF-8. Save the file as UTF-8 and try again.`);
}

/** Parses a JSON file. @throws {Error} if it cannot be read or is not JSON in UTF-8. */
export function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${(error as Error).message}. Nothing was changed.`, { cause: error });
  }
}
