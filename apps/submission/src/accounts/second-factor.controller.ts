import { Body, Controller, Delete, Get, HttpCode, Ip, Post, Res } from '@nestjs/common';
import { addressBlock, FRESH_SECOND_FACTOR_MINUTES } from '@shipyard/auth';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import type { Response } from 'express';
import { RateLimits } from '../limits/rate-limits';
import { accountErrors } from './accounts.errors';
import { type Caller, CurrentCaller } from './caller';
import { BeginTotpDto, ConfirmTotpDto, ProofDto, TurnOffTotpDto } from './second-factor.dto';
import { SecondFactorService } from './second-factor.service';
import { BegunTotpView, RecoveryCodesView, ShownSecondFactorView, TotpView } from './second-factor.view';

const { FORBIDDEN, NOT_FOUND } = envelopeErrors;
const { LOGIN_INVALID } = accountErrors;

@Controller('api/v1/accounts')
export class SecondFactorController {
  constructor(
    private readonly secondFactor: SecondFactorService,
    private readonly limits: RateLimits,
  ) {}

  @Get('totp')
  @ApiOperation({ summary: 'Ask whether your account has a second factor', data: { totp: TotpView } })
  async get(@CurrentCaller() caller: Caller) {
    return envelope({ totp: await this.secondFactor.standing(caller) });
  }

  @Post('totp')
  @SecretAnswer()
  @ApiOperation({
    summary: 'Start to set up a second factor',
    description:
      'Creates a secret for an authenticator app (TOTP: SHA-1, 6 digits, 30 s). It takes effect when `POST /accounts/totp/confirm` gets its first code.',
    data: BegunTotpView,
    errors: [LOGIN_INVALID, FORBIDDEN],
  })
  async begin(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: BeginTotpDto,
    @Ip() ip: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limits.take(response, 'password_check', `${caller.accountId} ${addressBlock(ip ?? '')}`);
    return envelope(await this.secondFactor.begin(caller, recorder, input));
  }

  @Post('totp/confirm')
  @HttpCode(200)
  @SecretAnswer()
  @ApiOperation({
    summary: 'Turn the second factor on',
    description:
      'From now on each sign-in needs a code. All other sessions end. Store the recovery codes apart from the app: they are shown only here.',
    data: RecoveryCodesView,
    errors: [LOGIN_INVALID, FORBIDDEN, NOT_FOUND],
  })
  async confirm(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: ConfirmTotpDto,
  ) {
    return envelope(await this.secondFactor.confirm(caller, recorder, input));
  }

  @Delete('totp')
  @ApiOperation({
    summary: 'Turn the second factor off',
    description: 'Needs the password, and a code or a recovery code. The recovery codes become invalid.',
    data: {},
    errors: [LOGIN_INVALID, NOT_FOUND],
  })
  async turnOff(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: TurnOffTotpDto,
    @Ip() ip: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limits.take(response, 'password_check', `${caller.accountId} ${addressBlock(ip ?? '')}`);
    await this.secondFactor.turnOff(caller, recorder, input);
    return envelope({});
  }

  @Post('second-factor')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Confirm the second factor again in this session',
    description: `For ${FRESH_SECOND_FACTOR_MINUTES} minutes, calls that need a recent second factor accept this session.`,
    data: ShownSecondFactorView,
    errors: [LOGIN_INVALID, FORBIDDEN, NOT_FOUND],
  })
  async show(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Body() input: ProofDto) {
    return envelope(await this.secondFactor.show(caller, recorder, input));
  }
}
