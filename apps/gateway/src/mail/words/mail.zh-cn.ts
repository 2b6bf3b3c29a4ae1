import type { AlertCatalogue, AlertFacts } from '../render-alert';

const cny = (amount: string | number | null | undefined) => (amount == null ? null : `${amount} 元`);
const PERIODS: Readonly<Record<string, string>> = { day: '每天', month: '每月' };
const OUTCOMES: Readonly<Record<string, string>> = { succeeded: '任务成功。', failed: '任务失败。' };

const budgetRows = ({ key_id, period, amount_cny, used_cny }: AlertFacts) =>
  [
    ['密钥', key_id ?? '全部密钥'],
    ['预算', `${PERIODS[period ?? ''] ?? ''} ${cny(amount_cny) ?? ''}`.trim()],
    ['已用', cny(used_cny)],
  ] as const;

export const CHINESE: AlertCatalogue = {
  colon: '：',
  greeting: '你好：',
  customer: '客户',
  why: '你收到这封邮件，是因为你的邮箱在提醒名单里。不想再收到时，请联系网关的运营者。',
  whyOperator: '你收到这封邮件，是因为 OPERATOR_MAIL_TO 里有你的邮箱。',
  alerts: {
    'balance.low': ({ reason, balance_cny, balance_below_cny, days_left }) => ({
      subject: '余额不足',
      lines: [
        reason === 'days_left' ? '按最近 24 小时的用量，余额只够再用几天。' : '余额低于为这项提醒设定的金额。',
        '余额用完后，请求会被拒绝。',
      ],
      rows: [
        ['余额', cny(balance_cny)],
        ['提醒金额', cny(balance_below_cny)],
        ['剩余天数', days_left == null ? null : String(days_left)],
      ],
    }),
    'budget.80': (facts) => ({
      subject: '预算已用 80 %',
      lines: ['预算用完后，请求会被拒绝。'],
      rows: budgetRows(facts),
    }),
    'budget.100': (facts) => ({
      subject: '预算已用完',
      lines: ['在下一天或下一月开始之前，或预算调高之前，请求会被拒绝。'],
      rows: budgetRows(facts),
    }),
    'key.expiring': ({ key_id, name, expires_at }) => ({
      subject: '有密钥即将过期',
      lines: ['过期后，使用这个密钥的请求会被拒绝。请提前创建新密钥。'],
      rows: [
        ['密钥', name ?? null],
        ['编号', key_id ?? null],
        ['过期时间', expires_at ?? null],
      ],
    }),
    'statement.ready': ({ number, period, total_cny }) => ({
      subject: '账单已生成',
      lines: ['一个月的账单已关账，不会再改动。'],
      rows: [
        ['编号', number ?? null],
        ['月份', period ?? null],
        ['合计', cny(total_cny)],
      ],
    }),
    'image_task.finished': ({ task_id, model, status }) => ({
      subject: '图片任务已结束',
      lines: [OUTCOMES[status ?? ''] ?? '任务已结束。'],
      rows: [
        ['任务', task_id ?? null],
        ['模型', model ?? null],
      ],
    }),
    'supplier.failing': ({ supplier_id, route_id, model, error_rate }) => ({
      subject: '供应商出现故障',
      lines: ['失败的调用太多，这条路由已暂时关闭。模型的其他路由会接替它。'],
      rows: [
        ['供应商', supplier_id ?? null],
        ['路由', route_id ?? null],
        ['模型', model ?? null],
        ['错误率', error_rate == null ? null : String(error_rate)],
      ],
    }),
    'supplier.drift': ({ supplier_id, upstream_model, days, drift_percent }) => ({
      subject: '供应商的账单与我们的计数不符',
      lines: ['请用 GET /admin/supplier-drift 核对账单。'],
      rows: [
        ['供应商', supplier_id ?? null],
        ['供应商的模型', upstream_model ?? null],
        ['天数', days ?? null],
        ['差异', drift_percent == null ? null : `${drift_percent} %`],
      ],
    }),
    'losses.high': ({ requests, loss_cny, charged_cny, hours }) => ({
      subject: '损失过高',
      lines: ['损失超过了收费的 1 %。GET /admin/losses 会列出原因。'],
      rows: [
        ['小时数', hours ?? null],
        ['请求数', requests ?? null],
        ['损失', cny(loss_cny)],
        ['收费', cny(charged_cny)],
      ],
    }),
  },
};
