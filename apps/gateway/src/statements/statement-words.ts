/** What stands in the PDF, besides names, numbers and dates. */
export interface StatementWords {
  title: string;
  customer: string;
  period: string;
  /** From the first to the last moment. */
  span: (from: string, to: string, timeZone: string) => string;
  closed: string;
  corrects: string;
  correctedBy: string;
  model: string;
  unit: string;
  priceList: string;
  units: string;
  amount: string;
  total: string;
  nothing: string;
  thousands: string;
  foot: string;
  page: (number: number, count: number) => string;
  /** By the class of unit. */
  unitNames: Record<string, string>;
}

const EN: StatementWords = {
  title: 'Statement',
  customer: 'Customer',
  period: 'Period',
  span: (from, to, timeZone) => `${from} to ${to} (${timeZone})`,
  closed: 'Closed',
  corrects: 'Replaces',
  correctedBy: 'Replaced by',
  model: 'Model',
  unit: 'Unit',
  priceList: 'Price list',
  units: 'Units',
  amount: 'Amount (CNY)',
  total: 'Total',
  nothing: 'Nothing was charged in this period.',
  thousands: 'Tokens are counted one by one, and priced by the thousand.',
  foot: 'This statement was frozen when it was closed. A correction is a new statement with its own number.',
  page: (number, count) => `Page ${number} of ${count}`,
  unitNames: {
    input_1k_tokens: 'Input tokens',
    output_1k_tokens: 'Output tokens',
    cache_read_1k_tokens: 'Tokens read from the cache',
    cache_write_1k_tokens: 'Tokens written to the cache',
    cache_write_1h_1k_tokens: 'Tokens cached for an hour',
    reasoning_1k_tokens: 'Reasoning tokens',
    audio_input_1k_tokens: 'Audio input tokens',
    audio_output_1k_tokens: 'Audio output tokens',
    image_input_1k_tokens: 'Image input tokens',
    image_output_1k_tokens: 'Image output tokens',
    image: 'Images',
    request: 'Requests',
    refund: 'Refunds',
  },
};

const ZH_CN: StatementWords = {
  title: '月结单',
  customer: '客户',
  period: '账期',
  span: (from, to, timeZone) => `${from} 至 ${to}（${timeZone}）`,
  closed: '结账时间',
  corrects: '替代',
  correctedBy: '已被替代，新的月结单为',
  model: '模型',
  unit: '计费单位',
  priceList: '价格表',
  units: '数量',
  amount: '金额（人民币元）',
  total: '合计',
  nothing: '本账期没有费用。',
  thousands: 'token 逐个计数，按每一千个计价。',
  foot: '本月结单结账后不再改动。如有更正，会另出一份有新编号的月结单。',
  page: (number, count) => `第 ${number} 页，共 ${count} 页`,
  unitNames: {
    input_1k_tokens: '输入 token',
    output_1k_tokens: '输出 token',
    cache_read_1k_tokens: '缓存读取 token',
    cache_write_1k_tokens: '缓存写入 token',
    cache_write_1h_1k_tokens: '缓存一小时 token',
    reasoning_1k_tokens: '推理 token',
    audio_input_1k_tokens: '音频输入 token',
    audio_output_1k_tokens: '音频输出 token',
    image_input_1k_tokens: '图片输入 token',
    image_output_1k_tokens: '图片输出 token',
    image: '图片',
    request: '请求',
    refund: '退款',
  },
};

export const STATEMENT_LANGUAGES = ['en', 'zh-CN'] as const;
export type StatementLanguage = (typeof STATEMENT_LANGUAGES)[number];

export const STATEMENT_WORDS: Record<StatementLanguage, StatementWords> = { en: EN, 'zh-CN': ZH_CN };
