import type { Words } from '../en/en';
import { assistants } from './assistants';
import { childProject } from './child-project';
import { connect } from './connect';
import { consoleWords } from './console';
import { consoleAccounts } from './console-accounts';
import { consoleApps } from './console-apps';
import { consoleAudit } from './console-audit';
import { consoleExports } from './console-exports';
import { consoleMails } from './console-mails';
import { consolePages } from './console-pages';
import { consoleReports } from './console-reports';
import { consoleKeys } from './console-keys';
import { consoleLists } from './console-lists';
import { consoleParcels } from './console-parcels';
import { consolePrograms } from './console-programs';
import { consoleReviews } from './console-reviews';
import { consoleSetup } from './console-setup';
import { consoleShipments } from './console-shipments';
import { consoleShipping } from './console-shipping';
import { creator } from './creator';
import { documents } from './documents';
import { editor } from './editor';
import { guardian } from './guardian';
import { interview } from './interview';
import { logs } from './logs';
import { program } from './program';
import { project } from './project';
import { readmeHistory } from './readme-history';
import { reference } from './reference';
import { refusals } from './refusals';
import { review } from './review';
import { scripts } from './scripts';
import { settings } from './settings';
import { shipping } from './shipping';
import { signIn } from './sign-in';
import { sitePages } from './site-pages';
import { studio } from './studio';
import { wall } from './wall';

export const zhCn: Words = {
  shell: {
    skip: '跳到正文',
    navigation: '主导航',
    menu: '菜单',
    settings: '颜色',
    languages: '语言',
    about: '在 Shipyard，大家做出真实的东西，记下过程，接受评审。有些活动会寄出奖品。',
    projects: '项目',
    programs: '活动',
    signIn: '登录',
    studio: '打开工作台',
    console: '工作人员后台',
    api: 'API',
    reference: 'API 参考',
    forAssistants: '给 AI 助手看的说明',
    systemColors: '跟随系统颜色',
    lightColors: '浅色',
    darkColors: '深色',
    errorTitle: (title) => `出错：${title}`,
  },
  summary: (count) => `有 ${count} 处没有填好`,
  afterLabel: '：',
  requestId: '反馈这个问题时，请附上请求编号',
  errors: {
    unreadable: {
      title: '我们读不懂收到的内容',
      lead: '什么都没有改动。请返回上一页，检查填写的内容，再提交一次。',
      action: '重新打开这个页面',
    },
    foreign: {
      title: '这份表单来自别的网站',
      lead: '什么都没有改动。请打开我们的页面，在那里提交。',
      action: '打开页面',
    },
    signedOut: {
      title: '请先登录',
      lead: '什么都没有改动。如果刚刚提交过内容，请登录后返回表单，再提交一次。',
      action: '登录',
    },
    refused: {
      title: '不能这样做',
      action: '重新打开这个页面',
    },
    notNow: {
      title: '现在不能这样做',
      action: '重新打开这个页面',
    },
    unknown: {
      title: '没有这个页面，或者它没有公开',
      lead: '请检查网址有没有输错，也可以在所有项目里找找看。',
      action: '看所有项目',
    },
    used: {
      title: '这个链接已经用过，或者太旧了',
      lead: '每个链接只能用一次，而且只在一段时间内有效。',
      action: '重新获取链接',
      elsewhere: '也可能链接不完整。请从邮件里重新打开，或者到原来的地方重新获取。',
    },
    tooLong: {
      title: '内容太长，无法提交',
      lead: '你写的文字或选的图片超出了这个表单的上限。什么都没有改动。请在浏览器里返回上一页，你写的内容还在表单里。请缩短最长的一段文字，或者换小一点的图片，再提交一次。',
      action: '打开空白表单',
    },
    tooFast: {
      title: (seconds) => `太快了，请 ${seconds} 秒后再试。`,
      lead: '你所在的网络请求太多了。什么都没有改动。',
      action: '再试一次',
    },
    broken: {
      title: '我们这边出了问题',
      lead: '你之前写的内容没有丢。请一分钟后再试。',
      action: '再试一次',
    },
    unavailable: {
      title: '我们暂时连不上存储',
      lead: '什么都没有改动。请一分钟后再试。',
      action: '再试一次',
    },
  },
  reset: {
    ask: {
      title: '重设密码',
      lead: '填写你账号的邮箱。我们会发给你一个链接，你在那里设置新密码。',
      email: '邮箱',
      emailMissing: '请填写邮箱。',
      emailInvalid: '请填写完整的邮箱，例如 name@example.com。',
      send: '发送链接',
    },
    sent: {
      title: '请查看邮箱',
      lead: '如果这个邮箱有账号，链接已经在路上了。',
      text: '链接只能用一次，30 分钟内有效。没有收到的话，请看看垃圾邮件，或者用账号的邮箱重新获取。',
      again: '重新获取',
    },
    choose: {
      title: '设置新密码',
      lead: '所有设备都会退出登录，之后用新密码登录。',
      password: '新密码',
      passwordHint: '10 到 200 个字符。几个互不相关的词，很好记。',
      passwordMissing: '请填写新密码。',
      passwordInvalid: '请用 10 到 200 个字符，并且不要用容易猜到的密码。',
      revoke: '同时吊销我的令牌',
      revokeHint: '如果可能有别人用过你的账号，请保持勾选。命令行、已连接的应用和程序之后需要新的令牌。',
      save: '修改密码',
    },
    done: {
      title: '密码已经修改',
      lead: '所有登录都已结束。下次登录请用新密码。',
    },
  },
  confirm: {
    title: '确认你的邮箱',
    lead: '确认以后，有事需要你处理时，例如评审完成了，我们才能写信给你。',
    confirm: '确认这个邮箱',
    done: { title: '邮箱已经确认', lead: '以后我们的邮件会发到这里。你可以关闭这个页面。' },
  },
  emailChange: {
    title: '更换账号的邮箱',
    oldLead: (email) => `你的 Shipyard 账号将换成这个邮箱：${email}`,
    newLead: (email) => `有一个 Shipyard 账号将换成这个邮箱：${email}`,
    both: '旧邮箱和新邮箱都确认之后才会更换。',
    confirm: '确认',
    refuse: '拒绝',
    waiting: { title: '这个邮箱已经确认', lead: '请再用我们发到另一个邮箱的链接确认。你可以关闭这个页面。' },
    changed: { title: '邮箱已经更换', lead: '以后请用新邮箱登录。你可以关闭这个页面。' },
    refused: { title: '邮箱保持不变', lead: '两个链接都已失效。如果这是你的账号，而你没有申请更换，请设置新密码。' },
  },
  unsubscribe: {
    title: '不再接收我们的邮件？',
    lead: '之后只有账号安全的事，例如修改密码，我们才会写信给你。',
    stop: '停止邮件',
    done: { title: '你不会再收到这些邮件', lead: '只有账号安全的事，我们才会写信给你。你可以关闭这个页面。' },
  },
  styleguide: {
    title: '每个组件的每种状态',
    lead: '这个页面只在演示中出现，供测试和人眼查看。',
    buttons: '按钮',
    primary: '保存 README',
    secondary: '编辑资料',
    quiet: '放弃修改',
    danger: '删除项目',
    busy: '正在保存',
    off: '申请评审',
    offReason: '请先写一篇日志：0 / 1。',
    link: 'API 参考',
    fields: '填写项',
    name: '项目名称',
    nameHint: '1 到 80 个字符',
    nameValue: '清湖号 · 无人测水船',
    url: '在 Shipyard 上的网址',
    urlError: '只能用 a–z、0–9 和连字符。',
    file: '图片',
    fileError: '这个文件不是图片，请选一张 PNG。',
    check: '让所有人看到我的项目',
    checked: '爸爸、妈妈或监护人知道并同意。',
    checkError: '请和大人一起勾选这一项。',
    choice: '排序',
    choices: ['最新创建', '最近更新'],
    rack: '项目',
    tagline: '立在河里的一根杆子，水漫过浅滩之前给村里发短信',
    program: '河与雨',
    anonymous: '匿名',
    logs: (count) => `${count} 篇日志`,
    shipped: '已寄出',
    pages: '翻页',
    newer: '较新',
    older: '较早',
    form: '没有通过的表单',
    callouts: '提示框',
    kinds: { note: '说明', tip: '窍门', important: '重要', warning: '注意', caution: '危险' },
    calloutText: {
      note: '阈值按朝南的阳台设定。',
      tip: '排针最后焊。',
      important: '每次测量都要记下来。',
      warning: '两路电源不能同时接通。',
      caution: '电容里还有电。',
    },
    toasts: '提示条',
    toastsLead: '在工作台里，脚本会在六秒后把它收起。没有脚本时，它留在页面上。',
    toast: {
      short: '资料已保存。',
      long: '邮件已经发出。如果几分钟后还没收到，请看看垃圾邮件，或者再发一次。',
      action: '查看',
    },
    text: '文字',
    colors: '颜色',
    paint: '项目色',
    states: '项目的状态',
    projectParts: '项目页面的各个部分',
    logsOf: '日志',
    errors: '出错页面',
  },
  wall,
  project,
  program,
  creator,
  signIn,
  studio,
  documents,
  editor,
  logs,
  readmeHistory,
  reference,
  refusals,
  review,
  guardian,
  childProject,
  interview,
  shipping,
  settings,
  connect,
  console: consoleWords,
  consoleAccounts,
  consoleApps,
  consoleAudit,
  consoleExports,
  consoleMails,
  consolePages,
  consoleReports,
  consoleKeys,
  consoleLists,
  consoleParcels,
  consolePrograms,
  consoleReviews,
  consoleSetup,
  consoleShipments,
  consoleShipping,
  assistants,
  sitePages,
  scripts,
};
