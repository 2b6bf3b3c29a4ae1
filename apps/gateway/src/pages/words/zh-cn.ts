import { consoleWords } from './console-zh-cn';
import { referenceWords } from './reference-zh-cn';
import { aboutCallsIn, soldIn } from '../../products';
import { usageWords } from './usage-zh-cn';
import { usageKeyWords } from './usage-key-zh-cn';
import type { Words } from './en';

export const zhCn: Words = {
  shell: {
    skip: '跳到正文',
    navigation: '主导航',
    menu: '菜单',
    settings: '颜色',
    languages: '语言',
    about: `Shipyard 网关：一个地址，提供${soldIn('zh-CN')}。`,
    start: '网关',
    docs: '文档',
    prices: '价格',
    status: '运行状态',
    systemColors: '跟随系统颜色',
    lightColors: '浅色',
    darkColors: '深色',
    errorTitle: (title) => `出错：${title}`,
  },
  requestId: '反馈这个问题时，请附上请求编号',
  errors: {
    unknown: {
      title: '没有这个页面',
      lead: '请检查网址有没有输错，也可以在文档里找找看。',
      action: '打开文档',
    },
    unavailable: {
      title: '我们暂时连不上存储',
      lead: '请一分钟后再试。',
      action: '再试一次',
    },
    broken: {
      title: '我们这边出了问题',
      lead: '请一分钟后再试。',
      action: '再试一次',
    },
  },
  home: {
    title: `${soldIn('zh-CN')}，只用一个地址`,
    lead: '继续用 OpenAI 的客户端，只要换一个地址。用多少付多少，以人民币计价。',
    facts: {
      baseUrl: '接口地址',
      key: '密钥',
      models: '模型',
      noModels: '暂时没有',
      prices: '价格',
      pricesOf: '每个模型单独标价，单位为人民币',
    },
    firstCall: {
      title: '发出第一次调用',
      key: '向网关的运营方申请一个密钥，保存在变量 GATEWAY_KEY 里。',
      terminal: '在终端里调用网关：',
      client: '也可以在程序里调用。安装 OpenAI 的客户端，填上接口地址：',
      quickStart: '看快速上手',
    },
    calls: {
      title: '接口',
      models: '列出模型和价格，不需要密钥。',
      ofProducts: aboutCallsIn('zh-CN'),
      balance: '返回余额，以及密钥还能花多少。',
      reference: '全部接口，包括每个字段和错误',
    },
    machines: {
      title: '给程序和 AI 助手',
      index: '文档目录，纯文本',
      all: '全部文档，合成一份文本',
      openApi: '全部接口，OpenAPI 3.1 格式',
      status: '网关现在能不能工作',
    },
  },
  console: consoleWords,
  usage: usageWords,
  usageKey: usageKeyWords,
  reference: referenceWords,
  docs: {
    title: '文档',
    lead: '怎样调用网关，会得到什么，要付多少钱。',
    pages: '文档的各个页面',
    asMarkdown: '本页的 Markdown 文本',
    otherLanguage: '正文目前只有英文。',
  },
};
