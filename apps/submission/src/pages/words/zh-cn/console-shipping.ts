import type { Words } from '../en/en';

export const consoleShipping: Words['consoleShipping'] = {
  headings: {
    shipment_submitted: '待寄出的奖品',
    approved_to_ship: '等待地址的奖品',
    shipped: '已寄出的奖品',
  },
  orders: {
    shipment_submitted: '最早收到地址的排在最前。',
    approved_to_ship: '最早通过的排在最前。',
    shipped: '最早寄出的排在最前。',
  },
  means:
    '标记为已寄出后，收件地址会被删除，每位作者会收到一封写有快递公司和单号的邮件。请先打印面单。下一页只检查清单。',
  meansNow: '继续之后，这些地址会被删除，每位作者会收到一封写有快递公司和单号的邮件。',
  meant: '地址已经删除，作者会收到一封写有快递公司和单号的邮件。',
  notKept: '没有填写，或不再保存',
};
