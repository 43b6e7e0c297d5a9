const TIME = /^(?:(?:(\d+):)?(\d+):)?(\d+)(?:[.,](\d{1,3}))?$/;

/** Milliseconds of a written time: "1:23.456", "2:01:23", "59.9", with "." or ","; a whole number is milliseconds. Else `undefined`. */
export function timeFromText(text: string): number | undefined {
  const typed = text.trim();
  if (/^\d+$/.test(typed)) return Number(typed);
  const [isTime, hours = '0', minutes = '0', seconds, fraction = ''] = TIME.exec(typed) ?? [];
  if (isTime === undefined || (typed.includes(':') && Number(seconds) >= 60) || (hours !== '0' && Number(minutes) >= 60)) return undefined;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
}
