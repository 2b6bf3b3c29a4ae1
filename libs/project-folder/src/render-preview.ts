import { CONTENT_TYPES, readImageSize, readTextBytes, README_LIMIT_BYTES, sniffImage } from '@shipyard/contracts';
import {
  DocumentTooDeep,
  escapeHtml,
  HtmlTooLarge,
  type ImageTarget,
  MarkdownDocument,
  type ShownImage,
} from '@shipyard/markdown';
import { splitFrontMatter } from '@shipyard/markdown/front-matter';
import { idOf } from '@shipyard/platform/ids';
import { nameSizeOf } from '@shipyard/ui/name-size';
import { STYLE_SHEETS } from '@shipyard/ui/style-sheet';
import { writtenText } from '@shipyard/ui/written-text';
import { README_FILE } from './check-project';
import { CONFIG_FILE, parseConfig } from './config-file';
import { addressOfPath, readServerText, replaceImages } from './image-texts';
import { parseLog, sequenceOfLogFile } from './log-file';
import { LOG_RULES, README_RULES } from './project-documents';
import type { Preview, PreviewImage, ProjectFiles } from './types';

const STYLE = STYLE_SHEETS.pages + STYLE_SHEETS.written + STYLE_SHEETS.project;

const WORDS = {
  en: { logs: 'Logs', noLogs: 'No logs yet.', noReadme: 'No README yet.', unnamed: 'A project' },
  'zh-CN': { logs: '日志', noLogs: '还没有日志。', noReadme: '还没有 README。', unnamed: '项目' },
} as const;

/** README and logs as their page shows them, in a page of its own. What `check` would refuse is left out or named. */
export function renderPreview(files: ProjectFiles, now: Date, language: keyof typeof WORDS = 'en'): Preview {
  const images = new PreviewImages(files);
  const words = WORDS[language];
  const config = parseConfig(files.get(CONFIG_FILE));
  const { name, tagline = '', color = 'slate' } = 'config' in config ? config.config : { name: words.unnamed };
  const logs = [...files.keys()]
    .flatMap((file) => {
      const sequence = sequenceOfLogFile(file);
      return sequence === null ? [] : [{ file, sequence }];
    })
    .sort((one, other) => other.sequence - one.sequence)
    .map(({ file, sequence }) => logHtml(file, sequence, files, now, images));
  const readme = readmeHtml(files, images);
  const html = pageHtml(language, name, [
    `<article class="ui-project ui-paint-${color}">`,
    `<header class="ui-project-head"><div class="ui-project-title">`,
    `<h1 class="ui-name ui-name-${nameSizeOf(name)}"><bdi>${escapeHtml(name)}</bdi></h1>`,
    tagline === '' ? '' : `<p class="ui-tagline"><bdi>${escapeHtml(tagline)}</bdi></p>`,
    `</div></header><div class="ui-project-columns">`,
    `<section class="ui-readme" id="readme">${readme ?? `<p class="ui-readme-none">${words.noReadme}</p>`}</section>`,
    `<div><section class="ui-section" id="logs"><div class="ui-section-head ui-spread">`,
    `<h2 class="ui-section-title">${words.logs}</h2></div>`,
    logs.length === 0
      ? `<p class="ui-review-text ui-second">${words.noLogs}</p>`
      : `<ol class="ui-logs" reversed>${logs.join('')}</ol>`,
    `</section></div></div></article>`,
  ]);
  return { html, images: images.shown };
}

const pageHtml = (language: string, title: string, body: string[]): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>`,
    `<body class="ui-page"><main class="ui-main" id="main">${body.join('')}</main></body></html>`,
  ].join('\n');

function readmeHtml(files: ProjectFiles, images: PreviewImages): string | null {
  const bytes = files.get(README_FILE);
  if (bytes === undefined) return null;
  const read = readTextBytes(bytes, README_LIMIT_BYTES);
  if (!('text' in read)) return `<p>${escapeHtml(read.kind === 'invalid' ? read.problem : 'is too large')}</p>`;
  return writtenHtml('ui-md', splitFrontMatter(read.text).body, images);
}

function logHtml(file: string, sequence: number, files: ProjectFiles, now: Date, images: PreviewImages): string {
  const read = parseLog(file, files.get(file) ?? new Uint8Array(), now);
  const body =
    'problems' in read
      ? `<p>${read.problems.map(({ message }) => escapeHtml(message)).join('<br>')}</p>`
      : `<p class="ui-log-date">${escapeHtml(read.log.date ?? '')}</p>` +
        `<h3 class="ui-heading ui-log-title"><bdi>${escapeHtml(read.log.title)}</bdi></h3>` +
        writtenHtml('ui-md ui-md-log', fromRoot(read.log.markdown), images, `log-${sequence}`);
  return (
    `<li class="ui-log" id="log-${sequence}" value="${sequence}">` +
    `<a class="ui-log-number" href="#log-${sequence}">${sequence}</a><div class="ui-log-body">${body}</div></li>`
  );
}

/** Names the images of a log as a README does. */
function fromRoot(markdown: string): string {
  try {
    const text = readServerText(markdown, LOG_RULES);
    return replaceImages(text, ({ path }) => (path === null ? null : addressOfPath(path, README_RULES)));
  } catch (error) {
    if (error instanceof DocumentTooDeep) return markdown;
    throw error;
  }
}

function writtenHtml(className: string, markdown: string, images: PreviewImages, scope?: string): string {
  try {
    const html = new MarkdownDocument(markdown).render((target) => images.show(target));
    return `<div class="${className}">${writtenText(html, { scope })}</div>`;
  } catch (error) {
    if (error instanceof DocumentTooDeep || error instanceof HtmlTooLarge) return `<p>${escapeHtml(error.message)}</p>`;
    throw error;
  }
}

/** The sanitizer lets URLs of assets through, so each image of the folder gets one. */
class PreviewImages {
  readonly shown = new Map<string, PreviewImage>();

  constructor(private readonly files: ProjectFiles) {}

  show(target: ImageTarget): ShownImage | null {
    const path = target.kind === 'relative' ? target.path : null;
    const bytes = path === null ? undefined : this.files.get(path);
    const extension = bytes && sniffImage(bytes);
    const size = bytes && extension ? readImageSize(bytes, extension) : null;
    if (path === null || !extension || !size) return null;
    const url = `/api/v1/assets/${idOf(path)}.${extension}`;
    this.shown.set(url, { path, contentType: CONTENT_TYPES[extension] });
    return { url, width: size.width, height: size.height };
  }
}
