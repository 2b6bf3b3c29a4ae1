import { type Line, say } from '@shipyard/mail';
import type { GuardianStep } from '../outbox/mail-kinds';
import type { MailCatalogue } from './mail-words';

const IF_UNEXPECTED = '如果你不知道这件事，请向做出改动的管理员确认；联系不上时，请告诉其他管理员和数据库的维护者。';

const GUARDIAN_STEP_LINES: Readonly<Record<GuardianStep, (projectName: string) => Line>> = {
  agree: () => ['监护人已同意：项目可以公开了。'],
  withdraw: () => ['监护人不同意，或撤回了同意：所有项目现在都是私密的，也不会寄出包裹。'],
  request_deletion: () => ['监护人要求我们删除这个账号和它的所有项目。我们会在 7 天后删除。所有项目现在都是私密的。'],
  hide: (projectName) => say`监护人隐藏了项目「${projectName}」，访客再也看不到它。`,
  unhide: (projectName) => say`监护人不再隐藏项目「${projectName}」。`,
  agree_shipment: (projectName) => say`监护人同意为项目「${projectName}」寄出包裹。`,
};

export const CHINESE: MailCatalogue = {
  colon: '：',
  greeting: (name) => (name === null ? ['你好：'] : say`${name}，你好：`),
  ignore: '如果这不是你本人的操作，请忽略这封邮件，什么都不会改变。',
  why: '你收到这封邮件，是因为你有 Shipyard 账号。',
  whyGuardian:
    '有人在 Shipyard 把你的邮箱填成了家长或监护人的邮箱，所以你会收到这封邮件。如果你不认识对方，可以不理会：不会公开任何内容。你也可以在页面上拒绝。',
  stop: '不再接收这类邮件：',
  kinds: {
    confirm_email: ({ url }) => ({
      subject: '确认你的邮箱地址',
      lines: ['请确认这个邮箱是你的。确认之前，我们不会发送与项目有关的邮件。'],
      action: { label: '确认邮箱', url },
    }),
    password_reset: ({ url }) => ({
      subject: '设置新密码',
      lines: ['用这个链接可以设置新密码。链接只能用一次，30 分钟内有效。'],
      action: { label: '设置新密码', url },
    }),
    review_done: ({ projectName, isRecommended, hasInterview, url }) =>
      isRecommended
        ? {
            subject: '你的项目已推荐',
            lines: [
              say`评审推荐了项目「${projectName}」。`,
              hasInterview ? '下一步是文字访谈，现在就可以开始。' : '接下来由工作人员查看并决定。',
            ],
            action: { label: hasInterview ? '打开访谈' : '查看评审', url },
          }
        : {
            subject: '你的评审已完成',
            lines: [
              say`项目「${projectName}」的评审已完成，下一步之前建议先修改。`,
              '每条意见都写明了对应的 README 段落或日志。改好后可以再次申请评审。',
            ],
            action: { label: '查看评审', url },
          },
    review_failed: ({ projectName, url }) => ({
      subject: '评审没有完成',
      lines: [say`项目「${projectName}」的评审没有完成，原因在我们这边。`, '项目状态没有改变，可以再次申请评审。'],
      action: { label: '申请评审', url },
    }),
    changes_requested: ({ projectName, reason, url }) => ({
      subject: '需要修改',
      lines: [say`评审员希望你修改项目「${projectName}」：`],
      quote: reason,
      action: { label: '查看评审', url },
    }),
    rejected: ({ projectName, reason, url }) => ({
      subject: '你的项目未通过',
      lines: [say`项目「${projectName}」未通过：`],
      quote: reason,
      action: { label: '查看评审', url },
    }),
    approved: ({ projectName, prizeName, isPrizeSent, url }) =>
      isPrizeSent
        ? {
            subject: '已批准：请告诉我们奖品寄到哪里',
            lines: [
              say`项目「${projectName}」已批准。`,
              say`请提交收件地址，我们会寄出你的奖品：${prizeName ?? ''}。`,
              '如果你未满 18 岁，需要爸爸、妈妈或监护人知道并同意。',
            ],
            action: { label: '提交地址', url },
          }
        : {
            subject: '你的项目已批准',
            lines: [
              say`项目「${projectName}」已批准。`,
              ...(prizeName === null ? [] : [say`你的奖品：${prizeName}。`]),
              '这个活动不寄包裹，不需要你的地址。',
            ],
            action: { label: '查看评审', url },
          },
    shipped: ({ projectName, carrier, tracking, url }) => ({
      subject: '你的奖品已寄出',
      lines: [say`项目「${projectName}」的奖品已寄出。`, '我们已经删除了你的地址。'],
      rows: [
        ['承运商', carrier],
        ['运单号', tracking],
      ],
      action: { label: '查看包裹', url },
    }),
    reship: ({ projectName, reason, url }) => ({
      subject: '你的包裹被退回',
      lines: [say`项目「${projectName}」的包裹被退回，请再提交一次地址。`],
      quote: reason,
      action: { label: '提交地址', url },
    }),
    address_reminder: ({ projectName, prizeName, url }) => ({
      subject: '你的奖品在等你的地址',
      lines: [
        say`项目「${projectName}」已经通过，但奖品还不能寄出：${prizeName ?? ''}。`,
        '我们需要你的地址。如果你未满 18 岁，需要让家长或监护人知道。',
      ],
      action: { label: '提交地址', url },
    }),
    interview_expired: ({ projectName, url }) => ({
      subject: '你的访谈时间已到',
      lines: [
        say`关于项目「${projectName}」的访谈已满 60 分钟，已经结束。`,
        '你提交的回答都已保存，可以重新开始访谈。',
      ],
      action: { label: '开始访谈', url },
    }),
    staff_digest: ({ waiting: { recommended, interviewing, shipments, reports }, url }) => ({
      subject: '今天等你处理的事项',
      lines: ['等工作人员处理：'],
      rows: [
        ['已推荐', recommended && `${recommended} 个项目`],
        ['访谈中', interviewing && `${interviewing} 个项目`],
        ['寄送', shipments && `${shipments} 个包裹`],
        ['举报', reports && `${reports} 个项目`],
      ],
      action: { label: '打开 Shipyard', url },
    }),
    role_granted: ({ staffChange, staffRoles, staffHandle, changedBy, url }) => ({
      ...{
        granted: {
          subject: '有账号获得了工作人员角色',
          lines: [
            say`${changedBy} 把工作人员角色授予了 ${staffHandle}。`,
            '如果你不知道这件事，请向授予角色的管理员确认；联系不上时，请收回这个角色。',
          ],
        },
        taken: {
          subject: '有账号失去了工作人员角色',
          lines: [say`${changedBy} 收回了 ${staffHandle} 的工作人员角色。`, IF_UNEXPECTED],
        },
        suspended: {
          subject: '有工作人员的账号被停用',
          lines: [say`${changedBy} 停用了工作人员 ${staffHandle} 的账号。`, IF_UNEXPECTED],
        },
      }[staffChange],
      rows: [['角色', staffRoles]],
      action: { label: '打开 Shipyard', url },
    }),
    guardian_asked: ({ childHandle, url }) => ({
      subject: '有一位未成年人请你同意',
      lines: [
        say`${childHandle} 在 Shipyard 有一个账号。大家在这里展示自己做的东西和制作过程。对方把你填成了家长或监护人。`,
        '你的页面会告诉你：对方公开了什么，活动会寄出什么。在你同意之前，什么都不会公开，也不会寄出包裹。你不需要账号。',
        '对方申请评审时，另一家公司的 AI 模型会阅读对方写的内容和图片。',
        '这个链接 30 天内有效。请不要转发：拿到它的人可以替你做决定。',
      ],
      action: { label: '打开你的页面', url },
    }),
    guardian_told: ({ childHandle, guardianStep, projectName, url }) => ({
      subject: '你做的决定',
      lines: [
        say`这是关于 Shipyard 上的账号 ${childHandle}。`,
        GUARDIAN_STEP_LINES[guardianStep](projectName),
        '如果这不是你做的，请打开你的页面改回来。',
      ],
      action: { label: '打开你的页面', url },
    }),
    child_told: ({ guardianStep, projectName, url }) => ({
      subject: '你的监护人做了一个决定',
      lines: [
        GUARDIAN_STEP_LINES[guardianStep](projectName),
        ...(guardianStep === 'agree' ? ['公开什么由你决定。'] : []),
        ...(guardianStep === 'request_deletion'
          ? ['如果这不是你的监护人，请在设置里填写正确的人，这个请求就会失效。']
          : []),
      ],
      action: { label: '打开设置', url },
    }),
    email_change_old: ({ newEmail, url }) => ({
      subject: '有人申请更换你账号的邮箱',
      lines: [
        newEmail === null
          ? '你的 Shipyard 账号将换成另一个邮箱。'
          : say`你的 Shipyard 账号将换成另一个邮箱：${newEmail}。`,
        '你在这里确认，并用我们发到新邮箱的链接再确认一次，邮箱才会更换。两个链接都在 24 小时内有效。',
        '如果这不是你本人的操作，请打开链接拒绝，然后修改密码。',
      ],
      action: { label: '确认或拒绝', url },
    }),
    email_change_new: ({ isEmailTaken, childHandle, url }) =>
      isEmailTaken
        ? {
            subject: '你已经有 Shipyard 账号',
            lines: [
              '有人想把这个邮箱用在自己的 Shipyard 账号上。你已经用它注册过账号，所以什么都不会改变。',
              '如果是你本人，请用这个邮箱登录。',
            ],
            action: { label: '登录', url },
          }
        : {
            subject: '确认你的新邮箱',
            lines: [
              say`Shipyard 账号 ${childHandle} 将换成这个邮箱。`,
              '你在这里确认，并用我们发到旧邮箱的链接再确认一次，邮箱才会更换。两个链接都在 24 小时内有效。',
            ],
            action: { label: '确认或拒绝', url },
          },
  },
};
