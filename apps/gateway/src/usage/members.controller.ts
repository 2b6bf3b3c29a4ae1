import { Get, Param, Query } from '@nestjs/common';
import { checkFields, envelopeErrors, HttpError, NO_RECORDER, RequestFault } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { changeErrors } from '../changes/changes.errors';
import { InviteMemberDto, type Member, MembersService } from '../members';
import { OwnersOnly, UsageController, UsageForm } from './member-entrance';
import { type InviteProblem, MembersPage } from './members.views';
import { MemberVisit, Visit, VisitedPages } from './member-visit';
import { usageUrl } from './usage-parts';

const MOST_MEMBERS = 200;

@OwnersOnly()
@UsageController('members')
export class MemberListController {
  constructor(
    private readonly pages: VisitedPages,
    private readonly members: MembersService,
  ) {}

  @Get()
  async list(@Visit() visit: MemberVisit, @Query('done') done: unknown): Promise<void> {
    await this.draw(visit, { email: '', role: 'member', problem: null, isDone: done === 'yes' });
  }

  @UsageForm()
  async invite(@Visit() visit: MemberVisit): Promise<void> {
    const { email: typed = '', role = '' } = await this.pages.read(visit);
    const email = typed.trim();
    const problem = await this.tryInvite(visit.member, email, role);
    if (problem !== null) return this.draw(visit.status(422), { email, role, problem, isDone: false });
    visit.leadTo(usageUrl('members'), 'yes');
  }

  /** Nobody removes themselves, so an owner is left. */
  @UsageForm(':id/remove')
  async remove(@Visit() visit: MemberVisit, @Param('id') id: string): Promise<void> {
    await this.pages.read(visit);
    if (!isUUID(id) || id === visit.member.id) throw new RequestFault({ kind: 'route_unknown' });
    try {
      await this.members.remove(visit.member, NO_RECORDER, visit.member.customerId, id);
    } catch (error) {
      // Somebody else was quicker.
      if (!(error instanceof HttpError) || error.code !== envelopeErrors.NOT_FOUND.code) throw error;
    }
    visit.leadTo(usageUrl('members'), 'yes');
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
    visit: MemberVisit,
    form: { email: string; role: string; problem: InviteProblem | null; isDone: boolean },
  ): Promise<void> {
    const { items } = await this.members.list(visit.member.customerId, { limit: MOST_MEMBERS });
    this.pages.send(visit, (page) => MembersPage({ page, items, ownId: visit.member.id, ...form }));
  }
}
