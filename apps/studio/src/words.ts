/** Puts values into a text of the catalog: `{name}` is replaced by the value of that name. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Pages write "11 Nov", which is not the order of American English. */
const orderOf = (lang: string) => (lang === 'en' ? 'en-GB' : lang);

export const clock = (date: Date, lang: string): string => date.toLocaleTimeString(orderOf(lang), CLOCK);

export const dayAndClock = (date: Date, lang: string): string =>
  spaced(date.toLocaleString(orderOf(lang), { month: 'short', day: 'numeric', ...CLOCK }));

/** Our Chinese has a space between Han and digits, which browsers do not write. */
const spaced = (text: string): string => text.replace(/(?<=\d)(?=\p{Script=Han})|(?<=\p{Script=Han})(?=\d)/gu, ' ');

/** Today's time, or the day and the time. */
export const moment = (date: Date, lang: string, now = new Date()): string =>
  date.toDateString() === now.toDateString() ? clock(date, lang) : dayAndClock(date, lang);
