import { readFileSync } from 'node:fs';

/** @throws {Error} if the file cannot be read. */
export function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`, { cause: error });
  }
}

/** Parses a JSON file. @throws {Error} if it cannot be read or is not JSON in UTF-8. */
export function readJson(file: string): unknown {
  const bytes = bytesOf(file);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`${file} is not UTF-8. Save the file as UTF-8 and try again.`, { cause: error });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${(error as Error).message}. Nothing was changed.`, { cause: error });
  }
}
