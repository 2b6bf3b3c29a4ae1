import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import {
  checkFields,
  type Class,
  type FormFields,
  type HttpError,
  NO_RECORDER,
  OutsideApi,
  OwnBody,
} from '@shipyard/http';
import { type FieldErrors, fieldErrorsOf, languageOf, readPageForm, refusalOf } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { GuardiansService } from '../../guardians';
import { LimitedBy } from '../../limits/rate-limits';
import { tokenInQuery, withToken } from '../mail-token';
import { Done } from '../one-button';
import { PageRenderer } from '../page-renderer';
import { GuardianEntrance, type OpenedLink } from './guardian-entrance';
import { AgreeForm, DeletionForm, ProjectForm } from './guardian.forms';
import { GUARDIAN_PATH } from './guardian-urls';
import { GUARDIAN_STEPS, GuardianPage, type GuardianStep } from './guardian.views';

interface Decision extends OpenedLink {
  fields: FormFields;
}

/** The forms carry the token of the mail in their URL, and set no session. So they need no CSRF token. */
@OutsideApi()
@TokenOptional()
@Controller('guardian')
export class GuardianPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly guardians: GuardiansService,
    private readonly entrance: GuardianEntrance,
  ) {}

  @LimitedBy('confirmations')
  @Get()
  async show(@Req() request: Request, @Res() response: Response, @Query('done') done: unknown): Promise<void> {
    const opened = await this.entrance.open(request, response);
    if (opened)
      await this.draw(request, response, { ...opened, done: GUARDIAN_STEPS.find((step) => step === done) ?? null });
  }

  /** Who switches the language on the page of a refused form comes here. */
  @LimitedBy('confirmations')
  @Get(['agree', 'withdraw', 'deletion', 'hide', 'unhide', 'shipment'])
  showAgain(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.show(request, response, undefined);
  }

  @OwnBody()
  @LimitedBy('confirmations')
  @Post('agree')
  async agree(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.decide(request, response, 'agree', AgreeForm, ({ name, indexing }, { guardian }) =>
      this.guardians.agree(guardian, NO_RECORDER, { name, indexing: indexing === 'yes' }),
    );
  }

  @OwnBody()
  @LimitedBy('confirmations')
  @Post('withdraw')
  async withdraw(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.decide(request, response, 'withdraw', null, (_, { guardian }) =>
      this.guardians.withdraw(guardian, NO_RECORDER),
    );
  }

  @OwnBody()
  @LimitedBy('confirmations')
  @Post('deletion')
  async requestDeletion(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.decide(request, response, 'deletion', DeletionForm, (_, { guardian }) =>
      this.guardians.requestDeletion(guardian, NO_RECORDER),
    );
  }

  @OwnBody()
  @LimitedBy('confirmations')
  @Post(['hide', 'unhide'])
  async setHidden(@Req() request: Request, @Res() response: Response): Promise<void> {
    const step = request.path.endsWith('/hide') ? 'hide' : 'unhide';
    await this.decide(request, response, step, ProjectForm, ({ slug }, { guardian }) =>
      this.guardians.setHidden(guardian, NO_RECORDER, slug, step === 'hide'),
    );
  }

  @OwnBody()
  @LimitedBy('confirmations')
  @Post('shipment')
  async agreeToShipment(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.decide(request, response, 'shipment', ProjectForm, ({ slug }, { guardian }) =>
      this.guardians.agreeToShipment(guardian, NO_RECORDER, slug),
    );
  }

  /** Answers the same for every token. */
  @OwnBody()
  @LimitedBy('confirmations')
  @Post('renew')
  async renew(@Req() request: Request, @Res() response: Response): Promise<void> {
    await readPageForm(request, response);
    await this.guardians.sendNewLink(tokenInQuery(request) ?? '');
    response.redirect(303, `${GUARDIAN_PATH}/sent`);
  }

  @Get('sent')
  sent(@Req() request: Request, @Res() response: Response): void {
    this.pages.send(request, response, (page) => {
      const { sentTitle: title, sent: lead } = page.words.guardian.link;
      return Done({ page, words: { title, lead } });
    });
  }

  private async decide<Form extends object>(
    request: Request,
    response: Response,
    step: GuardianStep,
    form: Class<Form> | null,
    run: (values: Form, decision: Decision) => Promise<unknown>,
  ): Promise<void> {
    const fields = await readPageForm(request, response);
    const opened = await this.entrance.open(request, response);
    if (!opened) return;
    const decision = { ...opened, fields };
    const { values, problems } =
      form === null ? { values: {} as Form, problems: null } : await checkFields(form, fields);
    if (problems)
      return this.draw(request, response.status(400), {
        ...decision,
        errors: fieldErrorsOf(problems, fields, ['name', 'confirmed']),
      });
    // Scanners of mails open links too, but only a person sends a form, in a language that they read.
    await this.guardians.keepLocale(decision.guardian, languageOf(request, null));
    const refusal = await run(values, decision).then(() => null, refusalOf);
    if (refusal) return this.draw(request, response.status(refusal.row.status), { ...decision, refusal });
    response.redirect(303, `${withToken(GUARDIAN_PATH, decision.token)}&done=${step}`);
  }

  private async draw(
    request: Request,
    response: Response,
    shown: OpenedLink & {
      fields?: FormFields;
      errors?: FieldErrors<'name' | 'confirmed'>;
      refusal?: HttpError;
      done?: GuardianStep | null;
    },
  ): Promise<void> {
    const { guardian, token, fields = {}, errors = {}, refusal = null, done = null } = shown;
    const guardianPage = await this.guardians.page(guardian);
    this.pages.send(request, response, (page) =>
      GuardianPage({ page, guardianPage, token, fields, errors, refusal, done }),
    );
  }
}
