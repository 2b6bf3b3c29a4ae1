import { say } from '@shipyard/mail';
import type { MemberMailCatalogue } from '../render-member-mail';

export const MEMBER_MAILS_CHINESE: MemberMailCatalogue = {
  colon: '：',
  greeting: '你好：',
  why: {
    member_invited: '你收到这封邮件，是因为有人邀请了这个邮箱。如果不需要，忽略即可。',
    member_reset: '你收到这封邮件，是因为有人提出了申请。如果不是你，忽略即可。',
  },
  mails: {
    member_invited: (customerName) => ({
      subject: '邀请你使用网关',
      lines: [say`你可以查看「${customerName}」的用量、账单和密钥。`, '请先设置密码。链接只能用一次，7 天内有效。'],
      action: '设置密码',
    }),
    member_reset: () => ({
      subject: '设置新密码',
      lines: ['链接只能用一次，30 分钟内有效。设置之后，你的登录会全部结束。'],
      action: '设置新密码',
    }),
  },
};
