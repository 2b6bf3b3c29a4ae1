/** Puts values into a text of the catalog: `{name}` is replaced by the value of that name. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export const clock = (date: Date, lang: string): string =>
  date.toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit', hour12: false });

/** Today's time, or the day and the time. */
export function moment(date: Date, lang: string, now = new Date()): string {
  if (date.toDateString() === now.toDateString()) return clock(date, lang);
  return date.toLocaleString(lang, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
}
