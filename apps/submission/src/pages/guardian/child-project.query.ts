import { Injectable } from '@nestjs/common';
import type { ActingGuardian } from '../../accounts';
import { type LogPageView, projectReadErrors } from '../../project-reads';
import { type ImageOf, type OlderLogsPage, type ProjectPage, ProjectPageQuery } from '../project/project-page.query';
import { imagesOpenedBy, imageUrlWith } from './guardian-urls';

type Log = LogPageView['logs'][number];

/** The pages of a child's project, whose images the link of the guardian opens. */
@Injectable()
export class ChildProjectQuery {
  constructor(private readonly projects: ProjectPageQuery) {}

  /** Throws PROJECT_NOT_FOUND for a project of somebody else. */
  async find(slug: string, { accountId }: ActingGuardian, token: string): Promise<ProjectPage> {
    const data = await (await this.projects.find(slug, readerFor(accountId))).read();
    if (!data.isOwn) throw projectReadErrors.PROJECT_NOT_FOUND();
    const { project, imageOf } = data;
    return {
      ...data,
      isOwn: false,
      project: {
        ...project,
        readme_html: imagesOpenedBy(project.readme_html, token),
        logs: project.logs.map((log) => withOpenImages(log, token)),
      },
      imageOf: openedImages(imageOf, token),
    };
  }

  async findOlder(slug: string, cursor: string, { accountId }: ActingGuardian, token: string): Promise<OlderLogsPage> {
    const data = await (await this.projects.findOlder(slug, cursor, readerFor(accountId))).read();
    if (!data.subject.isOwn) throw projectReadErrors.PROJECT_NOT_FOUND();
    const logs = data.logs.logs.map((log) => withOpenImages(log, token));
    return { ...data, logs: { ...data.logs, logs }, imageOf: openedImages(data.imageOf, token) };
  }
}

/** Sees what the child sees, and has none of its rights. */
const readerFor = (accountId: string) => ({ accountId, roles: [] });

const withOpenImages = (log: Log, token: string): Log =>
  log.content_html === undefined ? log : { ...log, content_html: imagesOpenedBy(log.content_html, token) };

const openedImages =
  (imageOf: ImageOf, token: string): ImageOf =>
  (name) => {
    const image = imageOf(name);
    return (
      image && {
        ...image,
        url: imageUrlWith(image.url, token),
        variants: image.variants.map((variant) => ({ ...variant, url: imageUrlWith(variant.url, token) })),
      }
    );
  };
