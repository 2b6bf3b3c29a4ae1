import type { Words } from './words';

export const EVERYDAY: Words['everyday'] = {
  newer: (version, own, install) => `shipyard ${version} 已发布，现在用的是 ${own}。更新：${install}`,
  refusedImage: (file, message) => `服务器不接受 ${file}。${message}`,
  resized: (file, before, after, kept) => `${file} 已缩小：现在 ${after}，原来 ${before}。原图保存在 ${kept}。`,
  notResized: (file) => `${file} 无法在这里缩小。只有 PNG 和 JPEG 可以。`,
  resizeIsNoPlan: '--dry-run 不改动文件。请不带 --dry-run 运行 shipyard sync --resize。',
};
