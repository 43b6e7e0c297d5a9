/** A line of a CSV file as RFC 4180 has it: `csvRecords` reads the same fields. */
export function csvLine(fields: readonly (string | number)[]): string {
  const quoted = fields.map(String).map((text) => (/[",\r\n]|^\ufeff/.test(text) ? `"${text.replaceAll('"', '""')}"` : text));
  return `${quoted.join(',')}\r\n`;
}

/** The same for files that people open as spreadsheets: what a player is called must not be a formula there. */
export function spreadsheetLine(fields: readonly (string | number)[]): string {
  return csvLine(fields.map((field) => (typeof field === 'string' && /^[=+\-@\t\r]/.test(field) ? `'${field}` : field)));
}
