import { Controller, HttpCode, Options, Post, Req, Res } from '@nestjs/common';
import { OwnTokenKind } from '@shipyard/auth';
import { type FormFields, OutsideApi, OwnBody, readFormBody, readJsonBody } from '@shipyard/http';
import type { Request, Response } from 'express';
import { LimitedBy } from '../limits/rate-limits';
import { Clients } from './clients.service';
import { DeviceLogins } from './device-logins.service';
import { Revocations } from './revocations.service';
import { TokenEndpoint } from './token-endpoint.service';

/** For programs. A request proves itself by what its form holds, and no cookie or token of a header counts. */
@OutsideApi()
@Controller('oauth')
export class OauthController {
  constructor(
    private readonly devices: DeviceLogins,
    private readonly tokens: TokenEndpoint,
    private readonly clients: Clients,
    private readonly revocations: Revocations,
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

  @OwnTokenKind()
  @OwnBody()
  @LimitedBy('token_requests')
  @Post('revoke')
  @HttpCode(200)
  async revoke(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    await this.revocations.revoke(await readProgramForm(request, response));
    return {};
  }

  @OwnTokenKind()
  @OwnBody()
  @LimitedBy('client_registrations')
  @Post('register')
  async register(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    openToPrograms(response);
    return this.clients.register(await readJsonBody(request, response, REGISTRATION_LIMITS));
  }

  /** A browser asks before it sends JSON, or a header of its own. */
  @OwnTokenKind()
  @Options(['register', 'token', 'revoke'])
  @HttpCode(204)
  preflight(@Res({ passthrough: true }) response: Response): void {
    openToPrograms(response);
    response.set({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type, MCP-Protocol-Version',
      'access-control-max-age': '86400',
    });
  }
}

const REGISTRATION_LIMITS = { bytes: 16 * 1024, members: 500 };

/** Programs of other sites may call: they have nothing of ours that the request does not hold. */
const openToPrograms = (response: Response) =>
  response.set({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });

function readProgramForm(request: Request, response: Response): Promise<FormFields> {
  openToPrograms(response);
  return readFormBody(request, response);
}
