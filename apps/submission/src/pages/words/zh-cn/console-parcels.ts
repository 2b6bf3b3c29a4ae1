import type { Words } from '../en/en';

export const consoleParcels: Words['consoleParcels'] = {
  label: '面单（PDF，A6）',
  labels: '所勾选项目的面单（PDF，A4）',
  labelsRecorded: '面单上有地址，每次生成都和查看地址一样会被记录。',
  noCarrier: '没有快递公司',
  withoutCarrier: (count) => `有 ${count} 个包裹没有快递公司，作者只会收到单号。`,
  tickFirst: '请先勾选需要面单的项目。',
  scanHint: '可以用扫码枪输入。按回车只会跳到下一栏，点按钮才会提交。',
  reminder: {
    send: '发送提醒',
    hint: '作者会收到一封请其填写地址的邮件，每周最多一封。只有确认了邮箱并接收邮件的作者才会收到。',
    last: '上次提醒',
    never: '没有',
    tooSoon: '一周之内已经发过提醒，请满一周后再发。',
    noParcel: '这个活动不寄包裹，所以不需要地址。',
  },
  drawn: {
    title: '面单',
    incomplete: '方框代表无法打印的文字。请查看地址，手写补上。',
  },
};
