import { checkFields, type FormFields } from '@shipyard/http';
import { PutPriceListDto } from '../models';

export const PRICE_LIST_WAYS = ['discount', 'list', 'base'] as const;

export const PRICE_LIST_FIELDS = ['how', 'percent', 'list', 'day', 'time'] as const;
export type PriceListFields = Record<(typeof PRICE_LIST_FIELDS)[number], string>;
export type PriceListProblems = Partial<Record<'percent' | 'list' | 'day', 'invalid' | 'taken'>>;

export const NO_PRICE_LIST: PriceListFields = { how: 'discount', percent: '', list: '', day: '', time: '' };

export const readPriceList = (sent: FormFields): PriceListFields => ({
  ...NO_PRICE_LIST,
  ...Object.fromEntries(PRICE_LIST_FIELDS.map((name) => [name, (sent[name] ?? '').trim()])),
});

const PERCENT = /^(\d{1,3})(?:\.(\d{1,3}))?$/;

/** `12.5` percent off is `0.87500`. Null for what is no discount. */
export function multiplierOf(percent: string): string | null {
  const [, whole, fraction = ''] = PERCENT.exec(percent) ?? [];
  if (whole === undefined) return null;
  const left = 100_000 - (Number(whole) * 1_000 + Number(fraction.padEnd(3, '0')));
  return left < 0 ? null : `${Math.floor(left / 100_000)}.${String(left % 100_000).padStart(5, '0')}`;
}

/** From when on, without a list: the list may have to be made first. */
export async function checkStart({ day, time }: PriceListFields): Promise<{ effective_from?: string } | null> {
  const from = day === '' ? {} : { effective_from: `${day}T${time === '' ? '00:00' : time}:00Z` };
  const { values } = await checkFields(PutPriceListDto, { price_list_id: null, ...from });
  return values ? from : null;
}
