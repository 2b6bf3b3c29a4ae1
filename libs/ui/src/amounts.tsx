/** Sums have two places large and the other seven small, so that nothing is rounded away. */
export function Sum({ cny }: { cny: string }) {
  const { sign, whole, fraction } = partsOf(cny);
  const rest = fraction.slice(2);
  return (
    <span className="ui-sum">
      {sign}
      {grouped(whole)}.{fraction.slice(0, 2)}
      {/[1-9]/.test(rest) && <small>{inThrees(rest)}</small>}
    </span>
  );
}

/** Prices have all nine places in groups of three, with the zeros at the end lighter, so that they can be compared. */
export function Price({ cny }: { cny: string }) {
  const { sign, whole, fraction } = partsOf(cny);
  const groups = [fraction.slice(0, 3), fraction.slice(3, 6), fraction.slice(6)];
  const said = fraction.replace(/(?<!0)0+$/, '').length;
  const places = Math.ceil(said / 3);
  return (
    <span className="ui-sum">
      {sign}
      {grouped(whole)}.{groups.slice(0, Math.max(places, 1)).join(' ')}
      {places < 3 && <small> {groups.slice(Math.max(places, 1)).join(' ')}</small>}
    </span>
  );
}

/** As in a sentence, where every digit is of one size. */
export const sumText = (cny: string): string => {
  const { sign, whole, fraction } = partsOf(cny);
  return `${sign}${grouped(whole)}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/(?<!0)0+$/, '')}`;
};

const PLACES = 9;

function partsOf(cny: string) {
  const [whole = '0', fraction = ''] = cny.replace('-', '').split('.');
  return { sign: cny.startsWith('-') ? '−' : '', whole, fraction: fraction.padEnd(PLACES, '0') };
}

export const grouped = (digits: string): string => BigInt(digits).toLocaleString('en');
/** Groups the seven places after the second: `7 519 300`. */
const inThrees = (digits: string): string => ` ${digits.slice(0, 1)} ${digits.slice(1, 4)} ${digits.slice(4)}`;
