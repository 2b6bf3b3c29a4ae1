import type { auditWords as englishAudit, ledgerWords as englishLedger } from './console-ledger-en';

export const ledgerWords: typeof englishLedger = {
  title: '账本',
  lead: '按请求列出资金的变动。资金只在账户之间移动，所以每个请求的合计是 0。',
  differs: (count: number) => `${count} 个请求的合计不是 0`,
  csv: 'CSV 文件',
  from: '从这一天（UTC）',
  to: '到这一天之前（UTC）',
  none: '没有符合条件的记录。记录会在 2 秒内显示。',
  request: '请求',
  whose: '客户和模型',
  moved: '资金变动（元）',
  lines: '数量 × 价格',
  sum: '合计',
  kinds: { charge: '收费', credit: '充值', adjustment: '调整', loss: '损失' },
  accounts: { customer: '客户', revenue: '收入', funding: '资金' },
  losses: '损失',
  noLosses: '没有损失。',
  lossesSay: (amount: string) => `${amount} 元没有人支付。`,
  reason: '原因',
  lost: '未收费（元）',
  reasons: {
    over_hold: '费用超过了冻结的金额',
    hold_lost: '收费前冻结已不在',
    undelivered: '供应商收了费，但回答没有送达',
    abandoned: '客户端在第一段内容之前离开',
    expired: '图片没有及时取走',
    left_early: '客户端在用量到达之前离开：按我们的计数收费',
    broken_off: '供应商在用量到达之前中断：按我们的计数收费',
  },
};

export const auditWords: typeof englishAudit = {
  title: '审计',
  lead: '谁改了什么。这里从不保存密钥。',
  none: '还没有任何修改。',
  who: '谁',
  what: '操作',
  subject: '对象',
  changed: '有变化的字段',
};
