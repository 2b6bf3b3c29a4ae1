import { Get, Query } from '@nestjs/common';
import { envelope, envelopeErrors } from '@shipyard/http';
import { ChangesService } from '../changes/changes.service';
import { PageQuery } from '../database/page.dto';
import { AdminController, RecordId } from './admin-controller';

@AdminController('audit')
export class AuditController {
  constructor(private readonly changes: ChangesService) {}

  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.changes.list(page));
  }

  @Get(':id')
  async find(@RecordId() entryId: string) {
    const entry = await this.changes.find(entryId);
    if (!entry)
      throw envelopeErrors.NOT_FOUND({
        message: 'There is no audit entry with this id. GET /admin/audit lists the entries.',
      });
    return envelope({ entry });
  }
}
