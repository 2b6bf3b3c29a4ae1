import type { Words } from '../en/en';

export const assistants: Words['assistants'] = {
  title: '和 AI 助手一起做项目',
  lead: 'AI 助手可以和你一起写项目。它能做什么由你决定，你也可以随时断开。',
  can: {
    title: '助手能做什么',
    items: {
      programs: '给你看有哪些活动，以及它们的要求。',
      create: '新建项目，谁能看到由你说了算。',
      write: '写 README，添加日志和图片，并在发送前检查。',
      review: '申请评审，并和你一起看结果。',
      goOn: '接着做你已有的项目。对它说“继续我的项目”。',
    },
    careful: '它要发布的内容，请先读一遍。公开的项目马上就能看到，日志发送后不能修改。',
  },
  web: {
    title: '连接网页上的助手',
    copyThis: '复制这个网址。',
    add: '在助手里添加连接器或 MCP 服务器，粘贴网址。',
    allow: '助手会带你来这里。登录后，选择你允许的事。',
    copy: '复制网址',
  },
  commandLine: {
    title: '安装命令行工具',
    lead: '命令行工具把项目存成电脑上的一个文件夹：README、日志和图片。它需要 Node.js 20.19 或更新的版本。',
    signIn: '安装并登录',
    init: '在当前文件夹里新建项目',
    sync: '把这里还没有的内容发送过来',
  },
  local: {
    title: '连接电脑上的助手',
    lead: '先安装命令行工具并登录，再把下面的内容加到助手的配置里：',
    folder: '在项目文件夹里启动助手。它的 Shipyard 工具只读写这个文件夹里的文件。',
    copy: '复制配置',
  },
  copied: '已复制',
  never: {
    title: '助手在这里绝不会做什么',
    items: {
      interview: '替你回答访谈。',
      address: '查看、询问或提交收件地址。',
      tokens: '新建令牌，修改或删除你的账号。',
      erase: '删除项目。',
    },
    misled: '如果助手向你要地址或令牌，说明它被误导了，不要给它。',
  },
  end: {
    title: '断开助手',
    lead: '账号设置里列出了你连接的应用。在那里吊销后，助手就什么都不能做了。',
    link: '打开已连接的应用',
  },
  machines: { title: '给程序看的', lead: '同样的内容，供机器阅读的文本：' },
};
