import type { ScriptWords } from '@shipyard/ui';

export const scripts: ScriptWords = {
  offline: '现在没有网络。你写的内容会留在本机。',
  offlineAction: '这一步需要网络。联网后再试一次。',
  unreachable: '连不上服务器。你写的内容还在，请再试一次。',
  broken: '我们这边出了问题。你写的内容还在，请一分钟后再试。',
  tooFast: '请求太多了。请 {seconds} 秒后再试。',
  requestId: '反馈这个问题时，请附上请求编号',
  tryAgain: '再试一次',
  draftFound: '这是你在 {time} 写的内容，还没有提交。',
  draftKept: '还没提交，草稿留在本机，{time}。',
  draftNotKept: '这个浏览器存不下草稿。关闭页面前请先提交。',
  discardDraft: '不要草稿',
  copied: '已复制',
  slug: {
    free: '这个网址可以用。',
    taken: '这个网址已被占用，请换一个。',
    reserved: '这个网址由我们保留，请换一个。',
    invalid: '请用 3 到 32 个小写字母 a–z、数字或连字符。',
  },
  reviewStage: '正在{stage}，完成 {percent}%',
  signIn: {
    title: '请重新登录',
    lead: '登录已过期。你写的内容还在，登录后会继续提交。',
    email: '邮箱',
    password: '密码',
    code: '二次验证码',
    send: '登录',
    cancel: '先不登录',
    wrong: '邮箱或密码不对。',
    otherAccount: '这个页面属于 {handle}，请用那个账号登录。',
  },
};
