/** Escapes text for HTML content and double-quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A script element with JSON data, escaped so that no text in it can close the element. */
export function jsonBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll('<', String.raw`\u003c`)}</script>`;
}
