import { Injectable } from '@nestjs/common';
import { PublicReads } from '../../database/public-reads';
import { isStaff } from '../../accounts';
import { type PageImage, PageImagesService } from '../../assets';
import {
  assetIdIn,
  type LogPageView,
  type ProjectPageFacts,
  ProjectPageReadsService,
  type ProjectPageSubject,
  ProjectReadsService,
  type ProjectView,
  type Reader,
  readerOf,
} from '../../project-reads';
import { dayOf } from './dated-rule';

/** Finds the image of a URL or a file id. Undefined if it was deleted meanwhile. */
export type ImageOf = (name: string) => PageImage | undefined;

export interface ProjectPage extends ProjectPageFacts {
  subject: ProjectPageSubject;
  project: ProjectView;
  imageOf: ImageOf;
  today: number;
  isOwn: boolean;
}

export interface OlderLogsPage {
  slug: string;
  subject: ProjectPageSubject;
  logs: LogPageView;
  imageOf: ImageOf;
}

interface Versioned<Data> {
  version: (string | number | boolean | null)[];
  read: () => Promise<Data>;
}

const LOGS_PER_PAGE = 100;
const SEQUENCE = /^[1-9]\d{0,8}$/;

/** Everything that the page of a project shows, in a fixed number of statements. */
@Injectable()
export class ProjectPageQuery {
  constructor(
    private readonly reads: PublicReads,
    private readonly projects: ProjectReadsService,
    private readonly pageReads: ProjectPageReadsService,
    private readonly images: PageImagesService,
  ) {}

  async find(slug: string, caller: Reader | null): Promise<Versioned<ProjectPage>> {
    const subject = await this.pageReads.subject(slug, caller);
    const today = dayOf(new Date());
    const read = async () => {
      const facts = await this.pageReads.facts(subject.projectId);
      // Read after them, because it decides whether all of it may be shown.
      const project = await this.projects.record(this.reads, subject.projectId, readerOf(caller));
      const imageOf = await this.findImages([project.header_image ?? '', ...imagesOf(project.logs)]);
      return { ...facts, subject, project, imageOf, today, isOwn: subject.isOwn };
    };
    return { version: [...subject.version, today, isStaff(caller)], read };
  }

  async findOlder(slug: string, cursor: string, caller: Reader | null): Promise<Versioned<OlderLogsPage>> {
    const subject = await this.pageReads.subject(slug, caller);
    const older = await this.projects.logs(slug, caller, { limit: LOGS_PER_PAGE, cursor });
    const read = async () => {
      const logs = await older.read(() => undefined);
      return { slug, subject, logs, imageOf: await this.findImages(imagesOf(logs.logs)) };
    };
    return { version: [...subject.version, ...older.version], read };
  }

  /** The cursor of the page that shows a log. Null if the first page shows it, or there is no such log. */
  cursorOf(slug: string, sequence: string, caller: Reader | null): Promise<string | null> {
    if (!SEQUENCE.test(sequence)) return Promise.resolve(null);
    return this.pageReads.cursorOf(slug, Number(sequence), caller);
  }

  /** Throws if the visitor may not see the project. */
  async nameOf(slug: string, caller: Reader | null): Promise<string> {
    return (await this.pageReads.subject(slug, caller)).name;
  }

  private async findImages(names: readonly string[]): Promise<ImageOf> {
    const images = await this.images.find(names.flatMap((name) => assetIdIn(name) ?? []));
    return (name) => images.get(assetIdIn(name) ?? '');
  }
}

const imagesOf = (logs: LogPageView['logs']) => logs.flatMap(({ image_urls: urls }) => urls ?? []);
