/** A line of a CSV file as RFC 4180 has it: `csvRecords` reads the same fields. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => csvField(String(field))).join(',')}\r\n`;
}

function csvField(text: string): string {
  return /[",\r\n]|^\ufeff/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
