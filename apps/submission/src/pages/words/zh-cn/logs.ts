import type { Words } from '../en/en';

const script: Words['logs']['script'] = {
  write: '写',
  see: '看',
  making: '正在生成预览…',
  previewFailed: '暂时没法生成预览，写的内容还在。请再试一次。',
  photos: {
    add: '添加照片',
    drop: '，也可以拖放或粘贴到这里',
    hint: 'PNG、JPEG、WebP 或 GIF，每张不超过 5 MB。照片按这里的顺序显示在正文下面。',
    remove: '移除',
    added: '已添加 {path}。',
    addedMany: '已添加 {count} 张照片。',
    removed: '已移除 {path}。',
    damaged: '没有通过检查。请移除，或换一张。',
    svg: '不支持 SVG，请导出成 PNG。',
    kind: '这不是 PNG、JPEG、WebP 或 GIF 图片，请换一个文件。',
    tooLarge: '照片超过 5 MB。请缩小后重新选择。',
    tooMany: '一篇日志最多 32 张照片。',
    refused: '没有添加“{path}”。{reason}',
    refusedMany: '有 {count} 个文件没有添加。请用不超过 5 MB 的 PNG、JPEG、WebP 或 GIF，最多 32 张。',
  },
};

export const logs: Words['logs'] = {
  script,
  title: '日志',
  write: (log) => `写第 ${log} 篇日志`,
  lead: '记下做了什么，哪些成了，哪些没成。',
  logTitle: '标题',
  titleProblem: {
    missing: '请填写标题。',
    invalid: '标题要写在一行里，1 到 120 个字符，不能包含访问令牌。',
  },
  text: '正文',
  textHint:
    '可以用 Markdown：**加粗**、*强调*、[链接](https://example.org)，列表每一项以“- ”开头。换行会保留，空一行就是新的一段。',
  textProblem: {
    missing: '请写下做了什么。',
    invalid: '请把正文写得简单或短一些。如果里面有访问令牌，请删掉，并在设置里撤销它。',
    picture: '正文引用了这个项目里没有的图片。请把引用删掉，在下面添加照片。',
    too_long: '正文超过 64 KB，请分成几篇日志发布。',
    already_published: '这个表单已经发布过一篇日志。如果这是另一篇，请再按一次发布。',
  },
  photos: '照片（可选）',
  photosHint: 'PNG、JPEG、WebP 或 GIF，每张不超过 5 MB，按这里的顺序显示。',
  photosAgain: '请重新选择照片，浏览器不会保留它们。PNG、JPEG、WebP 或 GIF，每张不超过 5 MB。',
  photo: (photo) => `照片 ${photo}`,
  morePhotos: '更多照片',
  photoProblem: {
    unreadable: (file) => `“${file}”已损坏或类型不对，请选择 PNG、JPEG、WebP 或 GIF。`,
    too_large: (file) => `“${file}”太大，请选择不超过 5 MB、4000 万像素的照片。`,
    no_room: (file) => `放不下“${file}”了。请不放照片发布，或请工作人员增加空间。`,
  },
  seeFirst: '发布前先看一看',
  publish: (log) => `发布第 ${log} 篇日志`,
  unchangeable: '日志发布后不能修改。',
  published: '已发布的日志',
  publishedNow: (log) => `第 ${log} 篇日志已发布。`,
  view: '查看',
  older: '更早的日志',
  newest: '最新的日志',
};
