import { Get, Post, Query, Req, Res } from '@nestjs/common';
import { addressBlock } from '@shipyard/auth';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller, isStaff } from '../../accounts';
import { RateLimits } from '../../limits/rate-limits';
import { Approvals, DeviceLogins, readUserCode, type WaitingDevice } from '../../oauth';
import { type ApprovalProblem, approvalProblemOf } from '../approval';
import { PageRenderer } from '../page-renderer';
import { StudioController, StudioForm } from '../studio/studio-form';
import { AskForCodePage, DeviceDonePage, DevicePage } from './device.views';

/** Where a person allows the command line, whose code they type or bring along. Staff type it. */
@StudioController('device')
export class DevicePageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly devices: DeviceLogins,
    private readonly approvals: Approvals,
    private readonly limits: RateLimits,
  ) {}

  @Get()
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Query('user_code') typed: unknown,
  ): Promise<void> {
    if (typeof typed !== 'string' || isOfStaff(caller))
      return this.ask(request, response, { caller, typed: '', isWrong: false });
    const found = await this.find(caller, typed, response);
    if (found === null) return this.askAgain(request, response, { caller, typed });
    await this.confirm(request, response, { caller, ...found, problem: null });
  }

  @StudioForm({ keeps: { user_code: null } })
  @Post()
  async decide(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const { user_code: typed = '', decision, password = '' } = await this.forms.read(request, response);
    const found = await this.find(caller, typed, response);
    if (found === null) return this.askAgain(request, response, { caller, typed });
    const { device, userCode } = found;
    if (decision === 'refuse') {
      await this.devices.refuse(device);
      return response.redirect(303, '/device/refused');
    }
    if (decision !== 'allow' && isOfStaff(caller))
      return this.confirm(request, response.status(200), { caller, device, userCode, problem: null });
    if (decision !== 'allow')
      return response.redirect(303, `/device?${new URLSearchParams({ user_code: userCode }).toString()}`);
    if (password !== '')
      await this.limits.take(response, 'password_check', `${caller.accountId} ${addressBlock(request.ip ?? '')}`);
    try {
      const isAllowed = await this.devices.allow(caller, device, password === '' ? undefined : password);
      if (!isAllowed) return this.askAgain(request, response, { caller, typed });
    } catch (error) {
      const { problem, status } = approvalProblemOf(error);
      return this.confirm(request, response.status(status), { caller, device, userCode, problem });
    }
    response.redirect(303, '/device/allowed');
  }

  @Get('allowed')
  allowed(@Req() request: Request, @Res() response: Response): void {
    this.pages.send(request, response, (page) => DeviceDonePage({ page, words: page.words.connect.device.allowed }));
  }

  @Get('refused')
  refused(@Req() request: Request, @Res() response: Response): void {
    this.pages.send(request, response, (page) => DeviceDonePage({ page, words: page.words.connect.device.refused }));
  }

  /** Only wrong codes count, so that nobody can guess one. */
  private async find(caller: Caller, typed: string, response: Response): Promise<Found | null> {
    const userCode = readUserCode(typed);
    if (userCode === null) return null;
    await this.limits.take(response, 'device_codes', caller.accountId);
    const device = await this.devices.find(userCode);
    if (device === null) return null;
    await this.limits.giveBack('device_codes', caller.accountId, 1);
    return { device, userCode };
  }

  private askAgain(request: Request, response: Response, { caller, typed }: { caller: Caller; typed: string }): void {
    this.ask(request, response.status(404), { caller, typed, isWrong: true });
  }

  private ask(
    request: Request,
    response: Response,
    { caller, typed, isWrong }: { caller: Caller; typed: string; isWrong: boolean },
  ): void {
    const isForStaff = isOfStaff(caller);
    this.pages.send(request, response, (page) => AskForCodePage({ page, typed, isWrong, isForStaff }));
  }

  private async confirm(
    request: Request,
    response: Response,
    { caller, device, userCode, problem }: Found & { caller: Caller; problem: ApprovalProblem | null },
  ): Promise<void> {
    const asksForPassword = problem !== null || (await this.approvals.needsPassword(caller));
    this.pages.send(request, response, (page) =>
      DevicePage({
        page,
        device,
        userCode,
        handle: caller.handle,
        isForStaff: isOfStaff(caller),
        asksForPassword,
        problem,
      }),
    );
  }
}

/** Also with roles that the session cannot use yet. */
const isOfStaff = ({ roles, withheldRoles }: Caller) => isStaff({ roles: [...roles, ...withheldRoles] });

interface Found {
  device: WaitingDevice;
  userCode: string;
}
