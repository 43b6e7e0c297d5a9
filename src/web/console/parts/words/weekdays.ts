/** The days of the week, Monday first, numbered as in the API. */
export function weekdays() {
  const name = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: `${day}`, text: name.format(Date.UTC(2024, 0, day)) }));
}
