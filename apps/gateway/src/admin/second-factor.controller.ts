import { Body, Delete, Get, Header, HttpCode, Ip, Post } from '@nestjs/common';
import { envelope, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import {
  BeginTotpDto,
  CalledBy,
  ConfirmTotpDto,
  ConsoleSecondFactorService,
  SignInLimits,
  Needs,
  type Operator,
  TurnOffTotpDto,
  WithoutSecondFactor,
} from '../operators';
import { AdminController } from './admin-controller';

@AdminController('totp')
@Needs('viewer')
@WithoutSecondFactor()
export class SecondFactorController {
  constructor(
    private readonly secondFactor: ConsoleSecondFactorService,
    private readonly limits: SignInLimits,
  ) {}

  @Get()
  async get(@CalledBy() operator: Operator) {
    return envelope(await this.secondFactor.standing(operator));
  }

  @Post()
  @SecretAnswer()
  @Header('cache-control', 'no-store')
  async begin(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: BeginTotpDto,
    @Ip() ip: string | undefined,
  ) {
    return envelope(
      await this.limits.guard(operator.name, ip ?? '', () => this.secondFactor.begin(operator, recorder, input)),
    );
  }

  @Post('confirm')
  @HttpCode(200)
  @SecretAnswer()
  @Header('cache-control', 'no-store')
  async confirm(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @Body() input: ConfirmTotpDto) {
    return envelope(await this.secondFactor.confirm(operator, recorder, input));
  }

  @Delete()
  async turnOff(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: TurnOffTotpDto,
    @Ip() ip: string | undefined,
  ) {
    return envelope(
      await this.limits.guard(operator.name, ip ?? '', () => this.secondFactor.turnOff(operator, recorder, input)),
    );
  }
}
