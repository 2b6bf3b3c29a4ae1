import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { changeErrors } from '../changes/changes.errors';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import { InviteMemberDto, MemberAnswer, MembersService, MemberView } from '../members';
import { CalledBy, type Operator } from '../operators';
import { AdminController, RecordId } from './admin-controller';

@AdminController('customers/:id/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @ApiOperation({
    summary: 'List the members of a customer, newest first',
    data: pageOf(MemberView),
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Get()
  async list(@RecordId() customerId: string, @Query() page: PageQuery) {
    return envelope(await this.members.list(customerId, page));
  }

  @ApiOperation({
    summary: 'Invite a member of a customer',
    description:
      'The invitation is mailed, in the language of the customer’s alerts. Its link sets the password with which the member logs in at `/usage`. It works once, for 7 days.',
    data: MemberAnswer,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Post()
  // The email is personal data, so the stored response is sealed like a secret.
  @SecretAnswer()
  async invite(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() customerId: string,
    @Body() input: InviteMemberDto,
  ) {
    return envelope(await this.members.invite(operator, recorder, customerId, input));
  }

  @ApiOperation({
    summary: 'Remove a member of a customer',
    description: 'The sessions and links of the member end at once.',
    data: {},
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Delete(':member')
  async remove(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() customerId: string,
    @Param('member') memberId: string,
  ) {
    // Other text names no record, and Postgres does not accept every string.
    if (!isUUID(memberId))
      throw envelopeErrors.NOT_FOUND({ message: 'There is no record with this id. Check the id.' });
    return envelope(await this.members.remove(operator, recorder, customerId, memberId));
  }
}
