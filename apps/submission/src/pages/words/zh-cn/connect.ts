import type { Words } from '../en/en';

export const connect: Words['connect'] = {
  allow: '允许',
  refuse: '不允许',
  notAllowed: '没有授权',
  password: '你的密码',
  passwordHint: '你登录已经超过 15 分钟，所以要再确认一次。',
  passwordNeeded: '请填写密码。',
  passwordWrong: '密码不对，请重新填写。',
  account: '你的账号',
  device: {
    title: '授权命令行',
    codeLead: '运行 shipyard login 后，终端会显示一个代码。请在这里输入。',
    code: '代码',
    codeHint: '八个字母，例如 BCDF-GHJK。',
    codeWrong: '没有设备在等这个代码。请检查字母，或者重新运行 shipyard login。',
    next: '继续',
    lead: 'Shipyard 命令行请求代表你操作。它能做你在这里能做的一切，有效期一年，你也可以随时吊销它的令牌。',
    shownCode: '终端里的代码',
    name: '电脑（它自己的说法）',
    nameless: '它没有说明名称',
    warning: '只有你自己发起时才允许',
    warningText:
      '如果是你自己运行了 shipyard login，并且终端显示相同的代码，就可以允许。如果这个链接或代码是别人发给你的，请不要允许。',
    allowed: { title: '命令行已登录', lead: '请回到终端。这个页面可以关闭了。' },
    refused: { title: '没有授权', lead: '命令行仍然没有登录。这个页面可以关闭了。' },
  },
  consent: {
    title: '连接应用',
    lead: '一个应用请求在 Shipyard 上代表你操作。',
    name: '应用（它自己的说法）',
    target: '你的答复会发给',
    thisComputer: (target) => `这台电脑上的程序（${target}）`,
    wants: '它想要',
    scopes: {
      'projects:read': '查看你的项目（包括私密项目）、状态和评审',
      'projects:write': '新建项目，修改 README、日志、图片和资料',
      'reviews:request': '为你的项目申请评审',
    },
    never: '它永远不能删除项目、回答访谈、查看或提交收件地址、新建令牌，也不能修改你的账号。',
    warning: '没有人检查过这个应用',
    warningText: '只有当你刚刚在信任的应用里亲自发起时，才允许。',
    end: '你可以随时在“账号设置”里断开它。',
    wrongClient: {
      title: '无法连接这个应用',
      lead: '这个应用没有在这里登记，或者很久没有使用。请在应用里移除 Shipyard，再重新添加。',
    },
    wrongRedirect: {
      title: '无法连接这个应用',
      lead: '这个应用要求把你的答复发到一个没有登记的地址。什么都没有发送。',
    },
  },
};
