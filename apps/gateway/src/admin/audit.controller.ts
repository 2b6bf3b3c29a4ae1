import { Get, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors } from '@shipyard/http';
import { ChangeAnswer, ChangeView } from '../changes/change.view';
import { ChangesService } from '../changes/changes.service';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import { AdminController, RecordId } from './admin-controller';

@AdminController('audit')
export class AuditController {
  constructor(private readonly changes: ChangesService) {}

  @ApiOperation({ summary: 'List what operators changed, newest first', data: pageOf(ChangeView) })
  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.changes.list(page));
  }

  @ApiOperation({ summary: 'Read an audit entry', data: ChangeAnswer, errors: [envelopeErrors.NOT_FOUND] })
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
