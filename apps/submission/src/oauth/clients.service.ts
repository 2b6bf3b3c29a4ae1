import { Injectable } from '@nestjs/common';
import { uuidv7 } from '@shipyard/platform/ids';
import { isUUID } from 'class-validator';
import { DataSource, type EntityManager } from 'typeorm';
import { TokensService } from '../accounts';
import { readClientMetadata } from './client-metadata';
import { GRANT_TYPES } from './protocol';
import { oauthErrors } from './protocol-errors';
import { isSameRedirectUri } from './redirect-uri';

export interface Client {
  id: string;
  name: string;
  redirectUris: string[];
}

/** The last client that was shown. */
export interface ClientPlace {
  usedAt: Date;
  id: string;
}

export interface ConnectedApp extends ClientPlace {
  name: string;
  redirectUris: string[];
  createdAt: Date;
  /** How many accounts it may act for now. */
  accounts: number;
}

type AppRow = Omit<ConnectedApp, 'accounts'>;

/** Programs that people may let in. Registering proves nothing, so nobody has checked the name. */
@Injectable()
export class Clients {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: TokensService,
  ) {}

  async register(body: unknown) {
    const { name, redirectUris } = readClientMetadata(body);
    const [registered] = await this.dataSource.query<{ id: string; createdAt: Date }[]>(
      'INSERT INTO oauth_clients (id, name, redirect_uris) VALUES ($1, $2, $3) RETURNING id, created_at AS "createdAt"',
      [uuidv7(), name, redirectUris],
    );
    if (!registered) throw new Error('The client was not stored');
    return {
      client_id: registered.id,
      client_id_issued_at: Math.floor(registered.createdAt.getTime() / 1_000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: [GRANT_TYPES.code, GRANT_TYPES.refresh],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  async find(clientId: string | undefined): Promise<Client | null> {
    if (!isUUID(clientId)) return null;
    const [client] = await this.dataSource.query<Client[]>(
      'SELECT id, name, redirect_uris AS "redirectUris" FROM oauth_clients WHERE id = $1',
      [clientId],
    );
    return client ?? null;
  }

  /** Those that were used or registered last come first. */
  async list(after: ClientPlace | null, limit: number): Promise<ConnectedApp[]> {
    const apps = await this.dataSource.query<AppRow[]>(
      `${SELECT_APPS} WHERE $1::timestamptz IS NULL OR (coalesce(last_used_at, created_at), id) < ($1, $2::uuid)
       ORDER BY coalesce(last_used_at, created_at) DESC, id DESC LIMIT $3`,
      [after?.usedAt ?? null, after?.id ?? null, limit],
    );
    return this.withAccounts(apps);
  }

  async connected(clientId: string): Promise<ConnectedApp | null> {
    if (!isUUID(clientId)) return null;
    const apps = await this.dataSource.query<AppRow[]>(`${SELECT_APPS} WHERE client.id = $1`, [clientId]);
    const [app] = await this.withAccounts(apps);
    return app ?? null;
  }

  private async withAccounts(apps: AppRow[]): Promise<ConnectedApp[]> {
    const counts = await this.tokens.countAccountsOf(apps.map(({ id }) => id));
    return apps.map((app) => ({ ...app, accounts: counts.get(app.id) ?? 0 }));
  }

  /** Throws invalid_client unless the client is registered. */
  async assertKnown(clientId: string): Promise<void> {
    if ((await this.find(clientId)) === null) throw oauthErrors.invalid_client();
  }

  /** A client that is used is not swept. */
  async recordUse(manager: EntityManager, clientId: string): Promise<void> {
    await manager.query(
      `UPDATE oauth_clients SET last_used_at = now() WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 day')`,
      [clientId],
    );
  }
}

const SELECT_APPS = `
  SELECT client.id, client.name, client.redirect_uris AS "redirectUris", client.created_at AS "createdAt",
    coalesce(client.last_used_at, client.created_at) AS "usedAt"
  FROM oauth_clients client`;

export const mayRedirectTo = ({ redirectUris }: Client, asked: string) =>
  redirectUris.some((registered) => isSameRedirectUri(registered, asked));
