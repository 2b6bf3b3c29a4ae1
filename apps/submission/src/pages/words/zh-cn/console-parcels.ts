import type { Words } from '../en/en';

export const consoleParcels: Words['consoleParcels'] = {
  label: '面单（PDF，A6）',
  labels: '所勾选项目的面单（PDF，A4）',
  labelsRecorded: '面单上有地址，每次生成都和查看地址一样会被记录。',
  tickFirst: '请先勾选需要面单的项目。',
  drawn: {
    title: '面单',
    incomplete: '方框代表无法打印的文字。请查看地址，手写补上。',
  },
};
