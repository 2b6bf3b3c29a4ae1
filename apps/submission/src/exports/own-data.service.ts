import { Injectable } from '@nestjs/common';
import { tokenInvalid } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { readOwnAccount, readOwnAudit, readOwnSessions, readOwnTokens } from '../accounts';
import type { ReadPage } from '../database/read-page';
import {
  assetUrl,
  type ExportedProject,
  fileId,
  readOwnAssets,
  readOwnedProjects,
  readOwnImageBytes,
  readOwnInterviews,
  readOwnLogs,
  readOwnMoves,
  readOwnReviews,
  readOwnShipments,
  readReadmeSource,
} from '../project-reads';

const PAGE = 100;
/** A log may have 128 KiB of texts, and an interview 100 KiB. */
const TEXTS_PAGE = 20;

/**
 * Reads everything that an account has, page by page. Each page is a statement of its own, so a slow reader holds
 * neither a connection nor a snapshot. Each page first checks that the account is still there.
 */
@Injectable()
export class OwnDataService {
  constructor(private readonly dataSource: DataSource) {}

  /** Throws AUTH_TOKEN_INVALID if the account was deleted. */
  async account(accountId: string) {
    const account = await readOwnAccount(this.dataSource, accountId);
    if (!account) throw tokenInvalid();
    return account;
  }

  tokens = (accountId: string) => this.pages(accountId, accountId, readOwnTokens, ({ id }) => id);
  sessions = (accountId: string) => this.pages(accountId, accountId, readOwnSessions, ({ id }) => id);
  audit = (accountId: string) => this.pages(accountId, accountId, readOwnAudit, ({ id }) => id);
  projects = (accountId: string) => this.pages(accountId, accountId, readOwnedProjects, ({ id }) => id);

  imageBytes(accountId: string) {
    return readOwnImageBytes(this.dataSource, accountId);
  }

  readme(projectId: string) {
    return readReadmeSource(this.dataSource, projectId);
  }

  shipments(projectId: string) {
    return readOwnShipments(this.dataSource, projectId);
  }

  logs = (accountId: string, projectId: string) =>
    this.pages(accountId, projectId, readOwnLogs, ({ sequence }) => sequence, TEXTS_PAGE);
  assets = (accountId: string, projectId: string) => this.pages(accountId, projectId, readOwnAssets, ({ id }) => id);
  reviews = (accountId: string, projectId: string) =>
    this.pages(accountId, projectId, readOwnReviews, ({ id }) => id, TEXTS_PAGE);
  interviews = (accountId: string, projectId: string) =>
    this.pages(accountId, projectId, readOwnInterviews, ({ id }) => id, TEXTS_PAGE);
  moves = (accountId: string, projectId: string) => this.pages(accountId, projectId, readOwnMoves, ({ id }) => id);

  /** Facts about the account with everything but its projects. */
  async accountFacts(accountId: string) {
    return {
      exported_at: new Date(),
      account: await this.account(accountId),
      tokens: this.tokens(accountId),
      sessions: this.sessions(accountId),
      audit: this.audit(accountId),
      left_out: LEFT_OUT,
    };
  }

  /** What an export says of a project, without README and logs. */
  async projectFacts(accountId: string, project: ExportedProject) {
    const { held_since: heldSince, country, ...shipments } = await this.shipments(project.id);
    return {
      ...project,
      shipment: {
        recipient: heldSince && {
          held_since: heldSince,
          country,
          held_until:
            'The address is deleted when the prize is sent, when you withdraw it, or after the retention time.',
        },
        ...shipments,
      },
      images: this.images(accountId, project.id),
      reviews: this.reviews(accountId, project.id),
      interviews: this.interviews(accountId, project.id),
      history: this.moves(accountId, project.id),
    };
  }

  private async *images(accountId: string, projectId: string) {
    for await (const { id, extension, ...asset } of this.assets(accountId, projectId))
      yield { file_id: fileId(projectId, id, extension), url: assetUrl(id, extension), ...asset };
  }

  private async *pages<Row>(
    accountId: string,
    ownerId: string,
    read: ReadPage<Row>,
    placeOf: (row: Row) => string,
    limit = PAGE,
  ): AsyncGenerator<Row> {
    for (let after: string | null = null; ;) {
      await this.account(accountId);
      const rows: Row[] = await read(this.dataSource, ownerId, after, limit);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < limit) return;
      after = placeOf(last);
    }
  }
}

const LEFT_OUT = [
  'What a README was before: the studio and GET readme/revisions show the last 20 texts.',
  'Secrets: the password, tokens and second factor are stored so that nobody can read them.',
  'The recipient of a prize, except the country: it is stored encrypted, and no response repeats it.',
  'Scores and reasons of reviews, the reports of interviews and what staff noted about a project, which are notes of the staff.',
];
