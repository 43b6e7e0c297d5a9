/** Text as it may stand in HTML: between elements, and in attributes with double quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
