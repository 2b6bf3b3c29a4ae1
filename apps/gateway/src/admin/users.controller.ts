import { Body, Delete, Get, Post, Query } from '@nestjs/common';
import { envelope, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { PageQuery } from '../database/page.dto';
import { CalledBy, ConsoleUsersService, CreateConsoleUserDto, Needs, type Operator } from '../operators';
import { AdminController, RecordId } from './admin-controller';

@AdminController('users')
@Needs('owner')
export class UsersController {
  constructor(private readonly users: ConsoleUsersService) {}

  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.users.list(page));
  }

  @Get(':id')
  async find(@RecordId() userId: string) {
    return envelope({ user: await this.users.find(userId) });
  }

  // The email is personal data, so the stored response is sealed like a secret.
  @SecretAnswer()
  @Post()
  async create(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateConsoleUserDto,
  ) {
    return envelope(await this.users.create(operator, recorder, input));
  }

  @Delete(':id')
  async remove(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() userId: string) {
    return envelope(await this.users.remove(operator, recorder, userId));
  }
}
