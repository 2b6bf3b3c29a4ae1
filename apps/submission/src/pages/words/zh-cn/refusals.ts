import type { Words } from '../en/en';

export const refusals: Words['refusals'] = {
  suspended: '这个账号已被停用，请联系工作人员。',
  notOwner: '这是别人的项目，只有作者能修改。',
  birthDateSet: '出生日期已经填过了。要更正，请联系工作人员。',
  notAllowed: '你不能这样做。如果觉得不对，请联系工作人员。',
  quota: {
    tokens: (limit) => `最多可以有 ${limit} 个有效的令牌。请撤销一个不再用的，或者请工作人员提高上限。`,
    projects: (limit) => `最多可以有 ${limit} 个项目。请删除一个不再需要的，或者请工作人员提高上限。`,
    image_bytes: (megabytes) =>
      `所有项目的图片一共最多 ${megabytes} MB。请用小一点的图片，删除一个不再需要的项目，或者请工作人员提高上限。`,
    reviews_a_day: (limit) => `24 小时内最多申请 ${limit} 次评审。请明天再试，或者请工作人员提高上限。`,
  },
  state: (state) => `项目现在是“${state}”，不能这样做。请打开工作台里的项目页面，看看下一步是什么。`,
  lastAdmin: '你是最后一位管理员，只有管理员能指定另一位。请先指定一位，再注销账号。',
  reviewNotReady: (logs) => `评审需要一份 README 和 ${logs} 篇日志，请先补上缺的内容。`,
  reviewInProgress: '这个项目正在评审，评审页面会显示进度。',
  interviewNotAvailable: '评审推荐项目之后、工作人员做出决定之前，才能开始访谈。',
  guardian: {
    publishing: '需要家长或监护人先同意。请在设置里填写对方的邮箱：对方会收到一个链接，在页面上做决定。',
    shipment:
      '需要家长或监护人先同意寄出这个包裹。对方用我们邮件里的链接打开页面，就能看到。你可以在设置里再发一次链接。',
  },
  shipmentNotAllowed: '项目批准之后、包裹寄出之前，才能提交地址。',
  noShipment: '没有可以撤回的地址：已经撤回了，或者包裹已经寄出。',
  stillRunning: '同一个表单正在处理，请稍等一下再试。',
  frontMatter: {
    at: (line, column = line) =>
      `README 开头两行 --- 之间的属性（front matter）不是有效的 YAML。请看第 ${line} 行第 ${column} 列，带有“: ”或“ #”的值要加引号。`,
    anywhere: 'README 开头两行 --- 之间的属性（front matter）不是有效的 YAML。带有“: ”或“ #”的值要加引号。',
  },
  notImages: (names) => `这些图片已损坏，或者不是 PNG、JPEG、WebP 或 GIF 格式：${names}。请换成别的文件。`,
  imageTooLarge: (name) => `“${name}”太大。请用不超过 5 MB、4000 万像素、300 帧的图片。`,
  tooLarge: '一次发送的内容太多，请减少一些。',
};
