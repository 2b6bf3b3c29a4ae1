import type { Words } from '../en/en';

export const consoleSetup: Words['consoleSetup'] = {
  title: '首次运行',
  complete: '什么都不缺。大家可以加入、制作、接受评审并得到奖品。',
  missing: (count) => `还缺 ${count} 样，补齐后才能全部运行。`,
  checking: '有几项仍在检查中。',
  toConsole: '前往工作台',
  standings: { there: '已有', trial: '够试用', missing: '缺少', checking: '正在检查' },
  settings: '请为提交服务的后台进程设置以下各项，然后重新启动：',
  program: {
    title: '一个活动',
    fact: (all, open) => `共有 ${all} 个活动，其中 ${open} 个现在可以加入。`,
    create: '新建第一个活动',
    reopen: '重新开放一个，或新建一个',
    look: '所有活动',
  },
  staff: {
    title: '评审和寄送的人员',
    fact: (reviewers, shippers, admins) => `有 ${reviewers} 名评审员、${shippers} 名寄送人员和 ${admins} 名管理员。`,
    secondReviewer: '没有人可以决定自己的项目。如果评审员也参加活动，就需要第二名评审员。',
    how: '请先让此人注册，再给予角色：',
    accounts: '账号',
  },
  mail: {
    title: '邮件服务器',
    facts: {
      fine: '后台进程可以连接邮件服务器并登录。',
      files: '没有设置邮件服务器。邮件写入 DATA_DIR/mail 中的文件，没有人会收到。',
      login_refused: '邮件服务器不接受用户名或密码。',
      unreachable: '后台进程无法连接邮件服务器，或双方的加密方式不一致。',
      checking: '后台进程正在尝试连接。此页面会自动再次查看。',
      silent: '后台进程没有回应。请启动它：邮件由它发送。',
      key_refused: '邮件服务器拒绝后台进程。',
      no_model: '邮件服务器拒绝后台进程。',
    },
  },
  gateway: {
    title: '网关密钥',
    facts: {
      fine: '网关认识此密钥，也有评审所用的模型。',
      files: '网关拒绝后台进程。',
      login_refused: '网关拒绝后台进程。',
      unreachable: '后台进程无法连接网关，或网关要求等待。',
      checking: '后台进程正在询问网关。此页面会自动再次查看。',
      silent: '后台进程没有回应。请启动它：项目由它评审。',
      key_refused: '网关不接受此密钥。请在网关的控制台中创建一个包含文本产品的密钥，并为它设置预算。',
      no_model: '网关认识此密钥，但没有 REVIEW_MODEL 所写的文本模型。',
    },
  },
};
