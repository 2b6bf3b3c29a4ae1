import type { PriceView } from '../models';

/** The name of the unit, and for which requests it is. */
export function unitText({
  unit_name,
  above_input_tokens,
  size,
  quality,
  depth,
}: Omit<PriceView['units'][number], 'price_cny'>) {
  const qualifiers = [above_input_tokens && `> ${above_input_tokens.toLocaleString('en')}`, size, quality, depth];
  const said = qualifiers.filter((each) => each !== undefined && each !== 0);
  return said.length === 0 ? unit_name : `${unit_name} (${said.join(', ')})`;
}
