import { Body, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { changeErrors } from '../changes/changes.errors';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import {
  CalledBy,
  ConsoleUserAnswer,
  ConsoleUsersService,
  ConsoleUserView,
  CreateConsoleUserDto,
  Needs,
  type Operator,
  WithFreshSecondFactor,
} from '../operators';
import { AdminController, RecordId } from './admin-controller';

@AdminController('users')
@Needs('owner')
export class UsersController {
  constructor(private readonly users: ConsoleUsersService) {}

  @ApiOperation({ summary: 'List the console users, newest first', data: pageOf(ConsoleUserView) })
  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.users.list(page));
  }

  @ApiOperation({ summary: 'Read a console user', data: ConsoleUserAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get(':id')
  async find(@RecordId() userId: string) {
    return envelope({ user: await this.users.find(userId) });
  }

  @ApiOperation({ summary: 'Create a console user', data: ConsoleUserAnswer, errors: [changeErrors.CONFLICT] })
  @Post()
  // The email is personal data, so the stored response is sealed like a secret.
  @SecretAnswer()
  @WithFreshSecondFactor()
  async create(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateConsoleUserDto,
  ) {
    return envelope(await this.users.create(operator, recorder, input));
  }

  @ApiOperation({
    summary: 'Delete a console user',
    description: 'The last owner cannot be deleted.',
    data: {},
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Delete(':id')
  @WithFreshSecondFactor()
  async remove(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() userId: string) {
    return envelope(await this.users.remove(operator, recorder, userId));
  }
}
