import { Inject, Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@shipyard/auth';
import { isWellFormedToken } from '@shipyard/contracts';
import type { FormFields, HttpError } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource } from 'typeorm';
import { type Caller, type RenewedToken, TokensService } from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { Approvals } from './approvals.service';
import { optional, required } from './parameters';
import { readProgramName } from './program-name';
import { CLI_CLIENT, DEVICE_CODE_SECONDS, DEVICE_TOKEN_DAYS, POLL_SECONDS, type TokenAnswer } from './protocol';
import { oauthErrors } from './protocol-errors';
import { siteOf } from './site';
import { mintUserCode } from './user-code';

const DEVICE_NAME = { min: 1, max: 60 };
const LONGEST_POLL_SECONDS = 60;
const TOKEN_LIFE = {
  seconds: DEVICE_TOKEN_DAYS * 24 * 60 * 60,
  renewableDays: null,
  useRenewsDays: DEVICE_TOKEN_DAYS,
};

export interface DeviceAnswer {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

/** A program on a device that waits for its person. */
export interface WaitingDevice {
  id: string;
  /** As the program says. Null if it does not say. */
  name: string | null;
  expiresAt: Date;
}

type Outcome = { issued: RenewedToken } | { refusal: HttpError };

/** The device flow of RFC 8628: the command line shows a code, and its person allows it on a page of the studio. */
@Injectable()
export class DeviceLogins {
  private readonly site: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: TokensService,
    private readonly approvals: Approvals,
    @Inject(CONFIG) config: HttpConfig,
  ) {
    this.site = siteOf(config);
  }

  async start(form: FormFields): Promise<DeviceAnswer> {
    if (required(form, 'client_id') !== CLI_CLIENT.id)
      throw oauthErrors.unauthorized_client({ message: 'Only the command line uses the device flow.' });
    if (optional(form, 'scope') !== undefined)
      throw oauthErrors.invalid_scope({ message: 'The command line may do what its person may. Leave scope out.' });
    const deviceName = readDeviceName(optional(form, 'device_name'));
    const [deviceCode, userCode] = [mintToken('pdc_'), mintUserCode()];
    await this.dataSource.query(
      `INSERT INTO oauth_device_requests (id, device_code_hash, user_code_hash, device_name, interval_seconds, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [uuidv7(), hashToken(deviceCode), hashToken(userCode), deviceName, POLL_SECONDS, DEVICE_CODE_SECONDS],
    );
    const page = `${this.site}/device`;
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?${new URLSearchParams({ user_code: userCode }).toString()}`,
      expires_in: DEVICE_CODE_SECONDS,
      interval: POLL_SECONDS,
    };
  }

  /** Null if no device waits for this code any more. */
  async find(userCode: string): Promise<WaitingDevice | null> {
    const [found] = await this.dataSource.query<WaitingDevice[]>(
      `SELECT id, device_name AS name, expires_at AS "expiresAt" FROM oauth_device_requests
       WHERE user_code_hash = $1 AND expires_at > now() AND token_id IS NULL AND refused_at IS NULL`,
      [hashToken(userCode)],
    );
    return found ?? null;
  }

  /** False if another decision came first, or none may come any more. */
  async allow(caller: Caller, device: WaitingDevice, password: string | undefined): Promise<boolean> {
    const name = device.name === null ? CLI_CLIENT.name : `${CLI_CLIENT.name} (${device.name})`;
    const grant = { name, clientId: CLI_CLIENT.id, scopes: null, expiresAt: device.expiresAt };
    const decided = new Error('Decided before');
    return this.approvals
      .allow(caller, { grant, password }, async (manager, tokenId) => {
        const [, allowed] = await manager.query<[unknown[], number]>(
          `UPDATE oauth_device_requests SET token_id = $2
           WHERE id = $1 AND token_id IS NULL AND refused_at IS NULL AND expires_at > now()`,
          [device.id, tokenId],
        );
        // Takes the token back.
        if (allowed === 0) throw decided;
        return true;
      })
      .catch((error: unknown) => {
        if (error === decided) return false;
        throw error;
      });
  }

  async refuse(device: WaitingDevice): Promise<void> {
    await this.dataSource.query(
      'UPDATE oauth_device_requests SET refused_at = now() WHERE id = $1 AND token_id IS NULL AND refused_at IS NULL',
      [device.id],
    );
  }

  /** Answers a poll. The outcome is thrown after the commit, so that the time of the poll is kept. */
  async redeem(form: FormFields): Promise<TokenAnswer> {
    const deviceCode = required(form, 'device_code');
    if (required(form, 'client_id') !== CLI_CLIENT.id || !isWellFormedToken('pdc_', deviceCode))
      throw oauthErrors.invalid_grant();
    const outcome = await this.poll(hashToken(deviceCode));
    if ('refusal' in outcome) throw outcome.refusal;
    return { access_token: outcome.issued.token, token_type: 'Bearer', expires_in: TOKEN_LIFE.seconds };
  }

  private poll(deviceCodeHash: Buffer): Promise<Outcome> {
    return this.dataSource.transaction(async (manager): Promise<Outcome> => {
      const [request] = await manager.query<DeviceRequest[]>(
        `SELECT id, token_id AS "tokenId", refused_at IS NOT NULL AS "isRefused", redeemed_at IS NOT NULL AS "isRedeemed",
           expires_at <= now() AS "isExpired",
           coalesce(polled_at > now() - make_interval(secs => interval_seconds), false) AS "isTooSoon"
         FROM oauth_device_requests WHERE device_code_hash = $1 FOR UPDATE`,
        [deviceCodeHash],
      );
      if (!request || request.isRedeemed) return { refusal: oauthErrors.invalid_grant() };
      if (request.isRefused) return { refusal: oauthErrors.access_denied() };
      if (request.isExpired) return { refusal: oauthErrors.expired_token() };
      if (request.tokenId === null) {
        await manager.query(
          `UPDATE oauth_device_requests SET polled_at = now(),
             interval_seconds = least(interval_seconds + CASE WHEN $2 THEN $3::integer ELSE 0 END, $4) WHERE id = $1`,
          [request.id, request.isTooSoon, POLL_SECONDS, LONGEST_POLL_SECONDS],
        );
        return { refusal: request.isTooSoon ? oauthErrors.slow_down() : oauthErrors.authorization_pending() };
      }
      const [, redeemed] = await manager.query<[unknown[], number]>(
        'UPDATE oauth_device_requests SET redeemed_at = now() WHERE id = $1 AND redeemed_at IS NULL',
        [request.id],
      );
      const issued = redeemed === 1 ? await this.tokens.renew(manager, request.tokenId, TOKEN_LIFE) : null;
      return issued ? { issued } : { refusal: oauthErrors.access_denied() };
    });
  }
}

interface DeviceRequest {
  id: string;
  tokenId: string | null;
  isRefused: boolean;
  isRedeemed: boolean;
  isExpired: boolean;
  isTooSoon: boolean;
}

function readDeviceName(sent: string | undefined): string | null {
  if (sent === undefined) return null;
  const read = readProgramName(sent, DEVICE_NAME);
  if ('problem' in read) throw oauthErrors.invalid_request({ message: `device_name ${read.problem}.` });
  return read.name;
}
