const NUMBER = /^S-(\d{6,10})$/;
const DIGITS = 6;
/** The largest that Postgres stores. */
const MOST = 2 ** 31 - 1;

export const writeNumber = (number: number): string => `S-${String(number).padStart(DIGITS, '0')}`;

/** Null if the text is the number of no statement. */
export function readNumber(text: string): number | null {
  const number = Number(NUMBER.exec(text)?.[1] ?? NaN);
  return number <= MOST && writeNumber(number) === text ? number : null;
}
