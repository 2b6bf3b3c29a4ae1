import { Body, Delete, Get, Patch, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { changeErrors } from '../changes/changes.errors';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import {
  CalledBy,
  ChangeConsoleUserDto,
  ConsoleSessionView,
  ConsoleUserAccessService,
  ConsoleUserAnswer,
  Needs,
  type Operator,
  TotpAnswer,
  WithFreshSecondFactor,
} from '../operators';
import { AdminController, RecordId } from './admin-controller';

@AdminController('users/:id')
@Needs('owner')
export class UserAccessController {
  constructor(private readonly access: ConsoleUserAccessService) {}

  @ApiOperation({
    summary: 'Change the role of a console user',
    description: 'It acts at the next call of the user. The last owner stays an owner.',
    data: ConsoleUserAnswer,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Patch()
  // The email is personal data, so the stored response is sealed like a secret.
  @SecretAnswer()
  @WithFreshSecondFactor()
  async changeRole(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() userId: string,
    @Body() input: ChangeConsoleUserDto,
  ) {
    return envelope(await this.access.changeRole(operator, recorder, userId, input));
  }

  @ApiOperation({
    summary: 'List the sessions of a console user',
    data: pageOf(ConsoleSessionView),
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Get('sessions')
  async listSessions(@CalledBy() operator: Operator, @RecordId() userId: string, @Query() page: PageQuery) {
    return envelope(await this.access.listSessions(operator, userId, page));
  }

  @ApiOperation({
    summary: 'End the sessions of a console user',
    description: 'All of them, at once. The user may sign in again.',
    data: {},
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Delete('sessions')
  @WithFreshSecondFactor()
  async endSessions(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() userId: string,
  ) {
    return envelope(await this.access.endSessions(operator, recorder, userId));
  }

  @ApiOperation({
    summary: 'Read whether a console user has a second factor',
    data: TotpAnswer,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Get('totp')
  async readSecondFactor(@RecordId() userId: string) {
    return envelope(await this.access.readSecondFactor(userId));
  }

  @ApiOperation({
    summary: 'Reset the second factor of a console user',
    description:
      'For a user who lost the device and the recovery codes. Ends the sessions of the user, who then signs in with the password alone and sets up a new one. Yours is turned off with `DELETE /admin/totp`.',
    data: {},
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Delete('totp')
  @WithFreshSecondFactor()
  async resetSecondFactor(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() userId: string,
  ) {
    return envelope(await this.access.resetSecondFactor(operator, recorder, userId));
  }
}
