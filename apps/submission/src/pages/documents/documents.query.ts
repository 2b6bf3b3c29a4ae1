import { Injectable } from '@nestjs/common';
import { dayAndMonth, type Language, longDate, monthAndYear, utcDayOf } from '@shipyard/pages';
import { COLORS, PAINTS } from '@shipyard/ui/tokens';
import type { Caller } from '../../accounts';
import { assetIdIn } from '../../project-reads';
import { daysBetween, layOutRule, RULE_STEPS } from '../project/dated-rule';
import { shownName } from '../project/plate';
import { type ProjectPage, ProjectPageQuery } from '../project/project-page.query';
import { CATALOGS } from '../words/words';
import type { BookletLog, BookletRequest, CertificateRequest, DocumentColors, DrawnRule } from './document-requests';

/** A query part of a URL changes with the time, and the picture does not. */
const SIGNED = /(\/api\/v1\/assets\/[0-9a-f-]+\.[a-z]+)\?[^"'\s]*/g;
const DAY_MS = 86_400_000;

type Log = ProjectPage['project']['logs'][number];

/** What the documents of a project show. Throws PROJECT_NOT_FOUND unless the caller may see the project. */
@Injectable()
export class DocumentsQuery {
  constructor(private readonly projects: ProjectPageQuery) {}

  /** Null unless the prize was sent. */
  async certificate(slug: string, caller: Caller, language: Language): Promise<CertificateRequest | null> {
    const data = await (await this.projects.find(slug, caller)).read();
    const { shipped_at: shippedAt } = data.project;
    if (shippedAt === null) return null;
    return {
      ...factsOf(data, language),
      kind: 'certificate',
      createdAt: shippedAt,
      words: CATALOGS[language].documents.certificate,
      prize: data.subject.prizeName ?? '',
      shippedOn: longDate(language, utcDayOf(shippedAt)),
    };
  }

  async booklet(slug: string, caller: Caller | null, language: Language, site: string): Promise<BookletRequest> {
    const data = await (await this.projects.find(slug, caller)).read();
    const { project, firstLogDay, subject } = data;
    const began = firstLogDay === null ? project.created_at : new Date(firstLogDay * DAY_MS);
    const words = CATALOGS[language];
    return {
      ...factsOf(data, language),
      kind: 'booklet',
      createdAt: project.updated_at,
      words: words.documents.booklet,
      tagline: project.tagline,
      program: subject.programName,
      began: longDate(language, utcDayOf(began)),
      url: site + project.url,
      html: project.readme_html.replace(SIGNED, '$1'),
      logs: [...project.logs].reverse().flatMap((log) => bookletLogOf(log, language)),
      cover: coverOf(data, words.project.headImage(project.name)),
      files: {},
    };
  }
}

function factsOf(data: ProjectPage, language: Language) {
  const { project, subject } = data;
  return {
    language,
    colors: colorsOf(project.color),
    slug: project.slug,
    name: project.name,
    maker: shownName(project.creator, CATALOGS[language].project),
    makerHandle: project.creator.handle,
    program: subject.programName,
    rule: ruleOf(data, language),
  };
}

function colorsOf(color: ProjectPage['project']['color']): DocumentColors {
  const { ink, ink2, line, sunk, brass } = COLORS;
  const { paint, onPaint, accent } = PAINTS[color];
  return {
    ink: ink.light,
    ink2: ink2.light,
    line: line.light,
    sunk: sunk.light,
    brass: brass.light,
    link: accent.light,
    paint: paint.light,
    onPaint: onPaint.light,
  };
}

/** From the first log to the last. */
function ruleOf({ firstLogDay, logDays, project }: ProjectPage, language: Language): DrawnRule | null {
  const last = logDays.at(-1);
  if (firstLogDay === null || last === undefined) return null;
  const { logs, labels } = layOutRule({ firstDay: firstLogDay, logDays, today: last });
  const isLong = new Set(labels.map(({ year }) => year)).size > 1;
  return {
    logs: logs.map((step) => step / RULE_STEPS),
    labels: labels.map((label) => ({
      at: label.at < 0.03 ? 0 : label.at,
      text: isLong ? monthAndYear(language, label) : dayAndMonth(language, label),
    })),
    sentence: CATALOGS[language].project.logsInDays(project.log_count, daysBetween(firstLogDay, last)),
  };
}

/** A log that was withdrawn or removed is not in print. */
function bookletLogOf(log: Log, language: Language): BookletLog[] {
  if (log.withdrawn_at || log.removed_at) return [];
  const { documents, project } = CATALOGS[language];
  const html = (log.content_html ?? '').replace(SIGNED, '$1');
  const photos = (log.image_urls ?? []).flatMap((url, at) => {
    const id = assetIdIn(url);
    return id === undefined || html.includes(id) ? [] : [{ id, caption: log.captions?.[at] ?? '' }];
  });
  return [
    {
      heading: documents.log(log.sequence),
      title: log.title ?? '',
      date: longDate(language, utcDayOf(log.created_at)),
      html,
      pictures: photos.map(({ id, caption }, at) => ({
        id,
        alt: caption === '' ? project.timeLine.photo(at + 1, log.sequence) : caption,
      })),
    },
  ];
}

function coverOf({ project }: ProjectPage, alt: string): BookletRequest['cover'] {
  const id = project.header_image === null ? undefined : assetIdIn(project.header_image);
  return id === undefined ? null : { id, alt };
}
