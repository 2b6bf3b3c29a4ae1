import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { OwnTokenKind } from '@shipyard/auth';
import { type FormFields, OutsideApi, OwnBody, readFormBody } from '@shipyard/http';
import type { Request, Response } from 'express';
import { LimitedBy } from '../limits/rate-limits';
import { DeviceLogins } from './device-logins.service';
import { TokenEndpoint } from './token-endpoint.service';

/** For programs. A request proves itself by what its form holds, and no cookie or token of a header counts. */
@OutsideApi()
@Controller('oauth')
export class OauthController {
  constructor(
    private readonly devices: DeviceLogins,
    private readonly tokens: TokenEndpoint,
  ) {}

  @OwnTokenKind()
  @OwnBody()
  @LimitedBy('device_requests')
  @Post('device_authorization')
  @HttpCode(200)
  async startDevice(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.devices.start(await readProgramForm(request, response));
  }

  @OwnTokenKind()
  @OwnBody()
  @LimitedBy('token_requests')
  @Post('token')
  @HttpCode(200)
  async token(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.tokens.issue(await readProgramForm(request, response));
  }
}

/** Programs of other sites may call: they have nothing of ours that the request does not hold. */
function readProgramForm(request: Request, response: Response): Promise<FormFields> {
  response.set({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
  return readFormBody(request, response);
}
