import { Body, HttpCode, Post } from '@nestjs/common';
import { FRESH_SECOND_FACTOR_MINUTES } from '@shipyard/auth';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import {
  CalledBy,
  ConsoleSecondFactorService,
  Needs,
  type Operator,
  operatorErrors,
  ProofDto,
  ShownSecondFactorView,
} from '../operators';
import { AdminController } from './admin-controller';

@AdminController('second-factor')
@Needs('viewer')
export class FreshSecondFactorController {
  constructor(private readonly secondFactor: ConsoleSecondFactorService) {}

  @ApiOperation({
    summary: 'Show the second factor again in this session',
    description: `For ${FRESH_SECOND_FACTOR_MINUTES} minutes, calls that need a recent second factor accept this session.`,
    data: ShownSecondFactorView,
    errors: [operatorErrors.LOGIN_INVALID, operatorErrors.RATE_LIMITED, envelopeErrors.NOT_FOUND],
  })
  @Post()
  @HttpCode(200)
  async show(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @Body() input: ProofDto) {
    return envelope(await this.secondFactor.show(operator, recorder, input));
  }
}
