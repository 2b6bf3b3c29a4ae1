import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, envelopeErrors, HttpError, NO_RECORDER, RequestFault } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';
import { changeErrors } from '../changes/changes.errors';
import { InviteMemberDto, type Member, MembersService, SignedInMember } from '../members';
import { OwnersOnly, UsageController, UsageForm } from './member-entrance';
import { MemberPages } from './member-pages';
import { type InviteProblem, MembersPage } from './members.views';
import { usageUrl } from './usage-parts';

const MOST_MEMBERS = 200;

@OwnersOnly()
@UsageController('members')
export class MemberListController {
  constructor(
    private readonly pages: MemberPages,
    private readonly forms: SessionForms,
    private readonly members: MembersService,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @SignedInMember() member: Member,
    @Query('done') done: unknown,
  ): Promise<void> {
    await this.draw(request, response, member, { email: '', role: 'member', problem: null, isDone: done === 'yes' });
  }

  @UsageForm()
  @Post()
  async invite(@Req() request: Request, @Res() response: Response, @SignedInMember() member: Member): Promise<void> {
    const { email: typed = '', role = '' } = await this.forms.read(request, response);
    const email = typed.trim();
    const problem = await this.tryInvite(member, email, role);
    if (problem !== null)
      return this.draw(request, response.status(422), member, { email, role, problem, isDone: false });
    response.redirect(303, `${usageUrl('members')}?done=yes`);
  }

  /** Nobody removes themselves, so an owner is left. */
  @UsageForm()
  @Post(':id/remove')
  async remove(
    @Req() request: Request,
    @Res() response: Response,
    @SignedInMember() member: Member,
    @Param('id') id: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    if (!isUUID(id) || id === member.id) throw new RequestFault({ kind: 'route_unknown' });
    try {
      await this.members.remove(member, NO_RECORDER, member.customerId, id);
    } catch (error) {
      // Somebody else was quicker.
      if (!(error instanceof HttpError) || error.code !== envelopeErrors.NOT_FOUND.code) throw error;
    }
    response.redirect(303, `${usageUrl('members')}?done=yes`);
  }

  private async tryInvite(member: Member, email: string, role: string): Promise<InviteProblem | null> {
    const { values } = await checkFields(InviteMemberDto, { email, role });
    if (!values) return 'invalid';
    try {
      await this.members.invite(member, NO_RECORDER, member.customerId, values);
      return null;
    } catch (error) {
      if (error instanceof HttpError && error.code === changeErrors.CONFLICT.code) return 'taken';
      throw error;
    }
  }

  private async draw(
    request: Request,
    response: Response,
    member: Member,
    form: { email: string; role: string; problem: InviteProblem | null; isDone: boolean },
  ): Promise<void> {
    const { items } = await this.members.list(member.customerId, { limit: MOST_MEMBERS });
    this.pages.send(request, response, (page) => MembersPage({ page, items, ownId: member.id, ...form }));
  }
}
