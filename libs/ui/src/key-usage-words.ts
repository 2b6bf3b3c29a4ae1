export const KEY_USAGE_ID = 'key-usage-words';

/** The words of the page that a key opens. `{name}` stands for a value that the script puts in. */
export interface KeyUsageWords {
  key: string;
  keyHint: string;
  show: string;
  reading: string;
  missing: string;
  wrong: string;
  /** `{code}` `{message}` */
  refused: string;
  unreachable: string;
  /** `{last4}` */
  shown: string;
  again: string;
  forget: string;
  canSpend: string;
  /** `{balance}` */
  balance: string;
  held: string;
  heldWhy: string;
  lasts: string;
  atRate: string;
  unused: string;
  /** `{days}` */
  days: string;
  over: string;
  budget: string;
  /** `{used}` `{amount}` `{time}` */
  budgetSays: string;
  noBudget: string;
  limits: string;
  /** `{left}` `{most}` */
  requestsLeft: string;
  /** `{left}` `{most}` */
  tokensLeft: string;
  noLimits: string;
  ownOnly: string;
  allKeys: string;
  name: string;
  models: string;
  allModels: string;
  ends: string;
  never: string;
  chart: string;
  /** `{most}` `{day}` */
  chartSays: string;
  chartEmpty: string;
  figures: string;
  day: string;
  charged: string;
  byModel: string;
  model: string;
  noModel: string;
  requests: string;
  failed: string;
}
