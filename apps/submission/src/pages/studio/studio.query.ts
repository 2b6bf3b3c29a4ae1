import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { envelopeErrors, HttpError } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { AccountsService, type AccountView, type Caller, callerOf, needsGuardian } from '../../accounts';
import { CONFIG, type HttpConfig } from '../../config';
import { AssetUrlsService, readStudioProjects, type StudioProject } from '../../project-reads';
import { ProjectsService } from '../../projects';

/** What the frame of every studio page shows. */
export interface Studio {
  caller: Caller;
  account: AccountView;
  /** Whether publishing and shipping wait for a parent or guardian. */
  lacksGuardian: boolean;
  /** All projects of the account, the last changed first. */
  projects: StudioProject[];
}

/** The same, on a page of one project. */
export interface ProjectStudio extends Studio {
  project: StudioProject;
}

/** Somebody asked for the studio of another's project. `StudioEntrance` answers with a link to its public page. */
export class NotYours extends Error {
  constructor(readonly slug: string) {
    super('The project belongs to somebody else');
  }
}

/** Reads with three statements, on a page without a project too. */
@Injectable()
export class StudioQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly projects: ProjectsService,
    private readonly assetUrls: AssetUrlsService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  ofAccount(request: IncomingMessage): Promise<Studio> {
    return this.read(request, null);
  }

  /** Throws NotYours for a project of another that the caller can see, and PROJECT_NOT_FOUND for every other slug. */
  async ofProject(request: IncomingMessage, slug: string): Promise<ProjectStudio> {
    const studio = await this.read(request, slug);
    const project = studio.projects.find((each) => each.slug === slug);
    if (project) return { ...studio, project };
    await this.projects.findOwn(slug, studio.caller).catch((error: unknown) => {
      throw error instanceof HttpError && error.code === envelopeErrors.FORBIDDEN.code ? new NotYours(slug) : error;
    });
    throw envelopeErrors.NOT_FOUND();
  }

  private async read(request: IncomingMessage, slug: string | null): Promise<Studio> {
    const caller = callerOf(request);
    if (!caller) throw new Error('StudioEntrance lets nobody in without a session');
    const [account, projects] = await Promise.all([
      this.accounts.me(caller),
      readStudioProjects(this.dataSource, this.assetUrls, { accountId: caller.accountId, slug }),
    ]);
    const lacksGuardian = needsGuardian(account.birth_date, this.config) && account.guardian?.status !== 'agreed';
    return { caller, account, lacksGuardian, projects };
  }
}
