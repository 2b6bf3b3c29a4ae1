import { Body, Delete, Get, Header, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiOperation, envelope, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { changeErrors } from '../changes/changes.errors';
import {
  BeginTotpDto,
  CalledBy,
  ConfirmTotpDto,
  ConsoleSecondFactorService,
  SignInLimits,
  Needs,
  type Operator,
  operatorErrors,
  RecoveryCodesView,
  TotpAnswer,
  TotpBegunView,
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

  @ApiOperation({ summary: 'Read whether you have a second factor', data: TotpAnswer, errors: [changeErrors.CONFLICT] })
  @Get()
  async get(@CalledBy() operator: Operator) {
    return envelope(await this.secondFactor.standing(operator));
  }

  @ApiOperation({
    summary: 'Begin to set up a second factor',
    description: 'Confirm it with a code.',
    data: TotpBegunView,
    errors: [operatorErrors.LOGIN_INVALID, operatorErrors.RATE_LIMITED, changeErrors.CONFLICT],
  })
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

  @ApiOperation({
    summary: 'Turn the second factor on',
    description: 'It ends your other sessions.',
    data: RecoveryCodesView,
    errors: [operatorErrors.LOGIN_INVALID, operatorErrors.RATE_LIMITED, changeErrors.CONFLICT],
  })
  @Post('confirm')
  @HttpCode(200)
  @SecretAnswer()
  @Header('cache-control', 'no-store')
  async confirm(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @Body() input: ConfirmTotpDto) {
    return envelope(await this.secondFactor.confirm(operator, recorder, input));
  }

  @ApiOperation({
    summary: 'Turn the second factor off',
    data: {},
    errors: [operatorErrors.LOGIN_INVALID, operatorErrors.RATE_LIMITED, changeErrors.CONFLICT],
  })
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
