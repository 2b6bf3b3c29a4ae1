import type { AlertCatalogue, AlertFacts } from '../render-alert';

const cny = (amount: string | number | null | undefined) => (amount == null ? null : `${amount} CNY`);
const PERIODS: Readonly<Record<string, string>> = { day: 'a day', month: 'a month' };
const OUTCOMES: Readonly<Record<string, string>> = { succeeded: 'It succeeded.', failed: 'It failed.' };

const budgetRows = ({ key_id, period, amount_cny, used_cny }: AlertFacts) =>
  [
    ['Key', key_id ?? 'all keys'],
    ['Budget', `${cny(amount_cny) ?? ''} ${PERIODS[period ?? ''] ?? ''}`.trim()],
    ['Used', cny(used_cny)],
  ] as const;

export const ENGLISH: AlertCatalogue = {
  colon: ': ',
  greeting: 'Hello,',
  customer: 'Customer',
  why: 'You get this mail because your address is among those for alerts. To stop it, ask the operator of the gateway.',
  whyOperator: 'You get this mail because OPERATOR_MAIL_TO names your address.',
  alerts: {
    'balance.low': ({ reason, balance_cny, balance_below_cny, days_left }) => ({
      subject: 'The balance is low',
      lines: [
        reason === 'days_left'
          ? 'At the rate of the last 24 hours, the balance lasts only a few more days.'
          : 'The balance is below the amount that was set for this alert.',
        'Requests are refused when it is used up.',
      ],
      rows: [
        ['Balance', cny(balance_cny)],
        ['Alert below', cny(balance_below_cny)],
        ['Days left', days_left == null ? null : String(days_left)],
      ],
    }),
    'budget.80': (facts) => ({
      subject: 'A budget is 80 % used',
      lines: ['Requests are refused when the budget is used up.'],
      rows: budgetRows(facts),
    }),
    'budget.100': (facts) => ({
      subject: 'A budget is used up',
      lines: ['Requests are refused until the next day or month begins, or the budget is raised.'],
      rows: budgetRows(facts),
    }),
    'key.expiring': ({ key_id, name, expires_at }) => ({
      subject: 'A key expires soon',
      lines: ['Requests with this key are refused after that time. Make a new key before.'],
      rows: [
        ['Key', name ?? null],
        ['Id', key_id ?? null],
        ['Expires', expires_at ?? null],
      ],
    }),
    'statement.ready': ({ number, period, total_cny }) => ({
      subject: 'A statement is ready',
      lines: ['The statement of a month is closed. It does not change any more.'],
      rows: [
        ['Number', number ?? null],
        ['Month', period ?? null],
        ['Total', cny(total_cny)],
      ],
    }),
    'image_task.finished': ({ task_id, model, status }) => ({
      subject: 'An image task has ended',
      lines: [OUTCOMES[status ?? ''] ?? 'It has ended.'],
      rows: [
        ['Task', task_id ?? null],
        ['Model', model ?? null],
      ],
    }),
    'supplier.failing': ({ supplier_id, route_id, model, error_rate }) => ({
      subject: 'A supplier is failing',
      lines: ['So many calls failed that the route is closed for a while. Other routes of the model take its calls.'],
      rows: [
        ['Supplier', supplier_id ?? null],
        ['Route', route_id ?? null],
        ['Model', model ?? null],
        ['Error rate', error_rate == null ? null : String(error_rate)],
      ],
    }),
    'supplier.drift': ({ supplier_id, upstream_model, days, drift_percent }) => ({
      subject: 'A supplier bills other amounts than we count',
      lines: ['Compare the bills with GET /admin/supplier-drift.'],
      rows: [
        ['Supplier', supplier_id ?? null],
        ['Model of the supplier', upstream_model ?? null],
        ['Days', days ?? null],
        ['Difference', drift_percent == null ? null : `${drift_percent} %`],
      ],
    }),
    'losses.high': ({ requests, loss_cny, charged_cny, hours }) => ({
      subject: 'Losses are high',
      lines: ['Losses are more than 1 % of what was charged. GET /admin/losses shows the reasons.'],
      rows: [
        ['Hours', hours ?? null],
        ['Requests', requests ?? null],
        ['Losses', cny(loss_cny)],
        ['Charges', cny(charged_cny)],
      ],
    }),
  },
};
