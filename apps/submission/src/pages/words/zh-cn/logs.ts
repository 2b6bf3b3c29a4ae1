import type { Words } from '../en/en';

export const logs: Words['logs'] = {
  title: '日志',
  write: (log) => `写第 ${log} 篇日志`,
  lead: '记下做了什么，哪些成了，哪些没成。',
  logTitle: '标题',
  titleProblem: {
    missing: '请填写标题。',
    invalid: '标题要写在一行里，1 到 120 个字符，不能包含访问令牌。',
  },
  text: '正文',
  textHint: '纯文本，空一行就是新的一段。',
  textProblem: {
    missing: '请写下做了什么。',
    invalid: '请使用纯文本。如果里面有访问令牌，请删掉，并在设置里撤销它。',
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
  publish: (log) => `发布第 ${log} 篇日志`,
  unchangeable: '日志发布后不能修改。',
  published: '已发布的日志',
  publishedNow: (log) => `第 ${log} 篇日志已发布。`,
  fresh: '已发布',
  view: '查看',
  older: '更早的日志',
  newest: '最新的日志',
};
