import { readFileSync } from 'node:fs';

import { decodedFile, UnreadableFile } from '../../contract/files/points-rows.ts';

/** The text of a file, without a byte order mark. @throws {Error} if it cannot be read or is not UTF-8, naming the line. */
function readText(file: string): string {
  const bytes = readBytes(file);
  return inFile(file, () => decodedFile(bytes));
}

/** The contents of a file. @throws {Error} if it cannot be read. */
export function readBytes(file: string): Uint8Array<ArrayBuffer> {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`, { cause: error });
  }
}

/** Adds the file name to errors of `read`. @throws {Error} */
export function inFile<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new Error(error.line === undefined ? `${file} ${error.message}` : `${file}:${error.line}: ${error.message}`, { cause: error });
  }
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
