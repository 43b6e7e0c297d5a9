/** Text as it may stand in HTML: between elements, and in attributes with double quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Data for scripts. No text of a player's or an operator's may end the element it stands in. */
export function jsonBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll('<', String.raw`\u003c`)}</script>`;
}
