import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { envelope } from '@shipyard/http';
import { jsonPieces } from './json-pieces';
import { OwnDataService } from './own-data.service';

@Injectable()
export class JsonExportService {
  constructor(private readonly data: OwnDataService) {}

  /** Reads the account before the first byte, so that a refusal is still an ordinary answer. */
  async open(accountId: string): Promise<Readable> {
    const facts = await this.data.accountFacts(accountId);
    return Readable.from(jsonPieces(envelope({ ...facts, projects: this.projects(accountId) })), { objectMode: false });
  }

  private async *projects(accountId: string) {
    for await (const project of this.data.projects(accountId)) {
      yield {
        ...(await this.data.projectFacts(accountId, project)),
        readme: await this.data.readme(project.id),
        logs: this.logs(accountId, project.id),
      };
    }
  }

  private async *logs(accountId: string, projectId: string) {
    for await (const { sequence, ...log } of this.data.logs(accountId, projectId))
      yield { ...log, sequence: Number(sequence) };
  }
}
