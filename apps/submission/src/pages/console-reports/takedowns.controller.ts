import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, type FormFields, type HttpError, NO_RECORDER } from '@shipyard/http';
import { refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { AssetsService } from '../../assets';
import { ReasonDto, StaffProjectsService } from '../../staff';
import { TakedownsService } from '../../takedowns';
import { ConsoleController } from '../console/console-controller';
import { consoleUrl } from '../console/console-parts';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { readSubject, takedownUrl } from './takedown-address';
import { TakedownPage, type TakedownField } from './takedowns.views';

interface Drawn {
  caller: Caller;
  slug: string;
  fields?: FormFields;
  wrong?: readonly TakedownField[];
  refusal?: HttpError;
}

@ConsoleController('console/takedowns', 'reviewer', 'admin')
export class TakedownPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly staff: StaffProjectsService,
    private readonly takedowns: TakedownsService,
    private readonly assets: AssetsService,
  ) {}

  /** Where the form of the reports leads. */
  @Get()
  choose(@Res() response: Response, @Query('slug') slug: unknown): void {
    const named = typeof slug === 'string' ? slug.trim() : '';
    response.redirect(303, named === '' ? consoleUrl('reports') : takedownUrl(named));
  }

  @Get(':slug')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.draw(request, response, { caller, slug });
  }

  @StudioForm({ keeps: { reason: ({ consoleReports }) => consoleReports.reason } })
  @Post(':slug/hide')
  hide(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    return this.setHidden(request, response, { caller, slug }, true);
  }

  @StudioForm({ keeps: { reason: ({ consoleReports }) => consoleReports.reason } })
  @Post(':slug/unhide')
  unhide(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    return this.setHidden(request, response, { caller, slug }, false);
  }

  @StudioForm({
    keeps: {
      subject: ({ consoleReports }) => consoleReports.takedown.remove.subject,
      why: ({ consoleReports }) => consoleReports.takedown.remove.why,
    },
  })
  @Post(':slug/remove')
  async remove(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    const subject = readSubject(fields.subject ?? '');
    const { values } = await checkFields(ReasonDto, { reason: fields.why ?? '' });
    const wrong: TakedownField[] = [
      ...(subject && (await this.isOfProject(caller, slug, subject)) ? [] : ['subject' as const]),
      ...(values ? [] : ['why' as const]),
      ...(fields.confirm_slug?.trim() === slug ? [] : ['confirm_slug' as const]),
    ];
    if (!subject || !values || wrong.length > 0)
      return this.draw(request, response.status(400), { caller, slug, fields, wrong });
    await this.step(request, response, { caller, slug, fields }, () =>
      'assetId' in subject
        ? this.takedowns.removeImage(caller, NO_RECORDER, subject.assetId, values.reason)
        : this.takedowns.removeLog(caller, NO_RECORDER, slug, subject.sequence, values.reason),
    );
  }

  private async setHidden(
    request: Request,
    response: Response,
    { caller, slug }: Pick<Drawn, 'caller' | 'slug'>,
    isHidden: boolean,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    const { values } = await checkFields(ReasonDto, { reason: fields.reason ?? '' });
    if (!values) return this.draw(request, response.status(400), { caller, slug, fields, wrong: ['reason'] });
    await this.step(request, response, { caller, slug, fields }, () =>
      this.takedowns.setHidden(caller, NO_RECORDER, slug, { isHidden, reason: values.reason }),
    );
  }

  /** Whether a picture is one of the project whose name was typed. A log always is, because its number is looked up there. */
  private async isOfProject(
    caller: Caller,
    slug: string,
    subject: NonNullable<ReturnType<typeof readSubject>>,
  ): Promise<boolean> {
    if (!('assetId' in subject)) return true;
    const { project } = await this.staff.get(caller, slug);
    return (await this.assets.findInProject(project.id, [subject.assetId])).length > 0;
  }

  private async step(
    request: Request,
    response: Response,
    { caller, slug, fields }: Drawn,
    work: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      const refusal = refusalOf(error);
      return this.draw(request, response.status(refusal.row.status), { caller, slug, fields, refusal });
    }
    response.redirect(303, `${takedownUrl(slug)}?done`);
  }

  private async draw(
    request: Request,
    response: Response,
    { caller, slug, fields = {}, wrong = [], refusal }: Drawn,
  ): Promise<void> {
    const { project } = await this.staff.get(caller, slug);
    const isDone = request.method === 'GET' && request.query.done !== undefined;
    this.pages.send(
      request,
      response,
      (page) => TakedownPage({ page, caller, project, fields, wrong, refusal, isDone }),
      { hasScripts: true },
    );
  }
}
