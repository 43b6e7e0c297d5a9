/** A violation of RFC 4180. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/**
 * Parses CSV (RFC 4180), optionally with another single-character delimiter; lines end in CRLF or LF. A byte order mark and empty lines are
 * skipped. `line` is where the record begins, from 1.
 * @throws {CsvError} from the iterator, for a misplaced or unclosed quote.
 */
export function* csvRecords(text: string, delimiter = ','): Generator<{ readonly line: number; readonly fields: readonly string[] }> {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const first = line;
    const fields: string[] = [];
    for (;;) {
      if (text[at] === '"') {
        const [field, end] = quoted(text, at, first);
        for (let i = text.indexOf('\n', at); i !== -1 && i < end; i = text.indexOf('\n', i + 1)) line += 1;
        fields.push(field);
        at = end;
      } else {
        const end = endOfField(text, at, delimiter.charCodeAt(0));
        const field = text.slice(at, end);
        if (field.includes('"')) throw new CsvError(first, 'has a quote inside an unquoted field');
        if (field.includes('\r')) throw new CsvError(first, 'has a carriage return without a line feed');
        fields.push(field);
        at = end;
      }
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (text.startsWith('\r\n', at)) at += 2;
    else if (text[at] === '\n') at += 1;
    else if (at < text.length) throw new CsvError(line, 'has text after a closing quote');
    line += 1;
    if (fields.length > 1 || fields[0] !== '') yield { line: first, fields };
  }
}

function endOfField(text: string, from: number, delimiter: number): number {
  let end = from;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === delimiter || code === 10 || (code === 13 && text.charCodeAt(end + 1) === 10)) break;
    end += 1;
  }
  return end;
}

function quoted(text: string, from: number, line: number): [field: string, end: number] {
  let field = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw new CsvError(line, 'has an unclosed quote');
    field += text.slice(at, quote);
    if (text[quote + 1] !== '"') return [field, quote + 1];
    field += '"';
    at = quote + 2;
  }
}

/** Formats a CSV line (RFC 4180), the inverse of {@link csvRecords}. */
export function csvLine(fields: readonly (string | number)[]): string {
  const quoted = fields.map(String).map((text) => (/[",\r\n]|^\ufeff/.test(text) ? `"${text.replaceAll('"', '""')}"` : text));
  return `${quoted.join(',')}\r\n`;
}

/** For files opened in spreadsheets: a player's name must not become a formula. */
export function spreadsheetLine(fields: readonly (string | number)[]): string {
  return csvLine(fields.map((field) => (typeof field === 'string' && /^[=+\-@\t\r]/.test(field) ? `'${field}` : field)));
}
