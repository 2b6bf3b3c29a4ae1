/** Money is a whole number of nano-CNY (10⁻⁹ CNY), except at the edges. */
const NANO_PLACES = 9;
const NANO = 10n ** BigInt(NANO_PLACES);

/** The largest amount that Postgres stores. No balance comes near it. */
export const MOST_NANO = 2n ** 63n - 1n;

/** For OpenAPI. */
export const AMOUNT_SCHEMA = { type: 'string', pattern: '^\\d{1,9}(\\.\\d{1,9})?$' } as const;

const DECIMAL = /^(-?)(\d{1,9})(?:\.(\d{1,9}))?$/;
/** What `formatCny` wrote. A sum over many customers is longer than any amount that may be typed. */
const WRITTEN = /^(-?)(\d+)\.(\d{2,9})$/;

/** Parses `"12.50"`. Returns null unless it is a plain decimal with at most nine digits on either side of the point. */
export function parseCny(text: string): bigint | null {
  return nanoOf(DECIMAL.exec(text));
}

function nanoOf(match: RegExpExecArray | null): bigint | null {
  const [, sign, whole, fraction = ''] = match ?? [];
  if (whole === undefined) return null;
  const nano = BigInt(whole) * NANO + BigInt(fraction.padEnd(NANO_PLACES, '0'));
  return sign === '-' ? -nano : nano;
}

/** Two to nine decimal places: `"12.50"`, `"0.000000001"`. */
export function formatCny(nano: bigint): string {
  const size = nano < 0n ? -nano : nano;
  const fraction = String(size % NANO).padStart(NANO_PLACES, '0');
  const places = Math.max(2, fraction.replace(/(?<!0)0+$/, '').length);
  return `${nano < 0n ? '-' : ''}${size / NANO}.${fraction.slice(0, places)}`;
}

/** For JSON numbers of public responses. Never calculate with it. */
export function toCnyNumber(nano: bigint): number {
  return Number(formatCny(nano));
}

/** Returns the problem as words that follow the name, or null. Bounds are inclusive nano-CNY. */
export function amountProblem(value: unknown, { min, max }: { min?: bigint; max?: bigint } = {}): string | null {
  const nano = typeof value === 'string' ? parseCny(value) : null;
  if (nano === null)
    return 'must be a decimal string such as "12.50", with at most 9 digits before and 9 after the point';
  if (min !== undefined && nano < min) return `must be at least ${formatCny(min)}`;
  if (max !== undefined && nano > max) return `must be at most ${formatCny(max)}`;
  return null;
}

/** Parses an amount that was validated where it entered, or that `formatCny` wrote. */
export function checkedCny(text: string): bigint {
  const nano = parseCny(text) ?? nanoOf(WRITTEN.exec(text));
  if (nano === null) throw new Error('An amount reached the service unchecked');
  return nano;
}
