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
};
