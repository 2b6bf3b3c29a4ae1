import type { Words } from '../en/en';

const NUMBER = new Intl.NumberFormat('zh-CN');

const projects = (count: number) => `${NUMBER.format(count)} 个项目`;

export const wall: Words['wall'] = {
  title: '项目',
  lead: (programs) => `大家在 ${NUMBER.format(programs)} 个活动里动手做的东西：它们怎么工作，一路上又出过什么问题。`,
  leadWithoutPrograms: '大家动手做的东西：它们怎么工作，一路上又出过什么问题。',
  projects,
  shippedOnes: (count) => `${NUMBER.format(count)} 个已寄出`,
  search: {
    text: '名称、简介或标签',
    filter: '筛选',
    program: '活动',
    anyProgram: '全部活动',
    projectStatus: '进度',
    anyStatus: '进行中或已完成',
    statuses: { in_progress: '进行中', completed: '已完成' },
    sort: '排序',
    sorts: { newest: '最新创建', updated: '最近更新' },
    send: '搜索',
  },
  tags: '常用标签',
  refused: {
    q: '请用一行文字搜索，最多 200 个字符。',
    tag: '这个网址里的标签不可能存在。',
    program: '这个网址里的活动不可能存在。',
    project_status: '请选择列表里的一种进度。',
    sort: '请选择列表里的一种排序。',
    offset: '这个网址里的页码不可能存在。',
  },
  searchedFor: (text) => `搜索“${text}”`,
  matches: (count) => `符合条件的有 ${projects(count)}。`,
  noMatchFor: (text) => `没有项目符合“${text}”。`,
  noMatch: '没有符合条件的项目。',
  withTag: (tag) => `标签：${tag}。`,
  showAll: '看全部项目',
  nothingYet: '这里还没有项目。',
  startFirst: '第一个项目从工作台开始。',
  listEnds: (total) => `列表到此为止，一共 ${projects(total)}。`,
  firstPage: '从头看起',
  pages: '翻页',
  range: (first, last, total) => `第 ${NUMBER.format(first)}–${NUMBER.format(last)} 个，共 ${NUMBER.format(total)} 个`,
  newer: '较新的',
  older: '较早的',
  feed: 'Shipyard：新项目和新日志',
  follow: '用阅读器订阅新项目和新日志（Atom）',
  logs: (count) => (count === 0 ? '还没有日志' : `${NUMBER.format(count)} 篇日志`),
  shipped: '已寄出',
  anonymous: '匿名',
};
