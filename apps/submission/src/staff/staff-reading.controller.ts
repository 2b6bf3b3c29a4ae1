import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { type Caller, CurrentCaller, StaffOnly } from '../accounts';
import { ProjectListsService } from '../project-reads';
import { projectErrors } from '../projects';
import { ProjectChangesService } from './project-changes.service';
import { ShippingQuery } from './staff.dto';
import { ChangesView, ShippingProjectView } from './staff.view';

@Controller('api/v1/admin')
export class StaffReadingController {
  constructor(
    private readonly changes: ProjectChangesService,
    private readonly lists: ProjectListsService,
  ) {}

  @StaffOnly('reviewer')
  @Get('projects/:slug/changes')
  @ApiOperation({
    summary: 'Read what changed since the latest finished review',
    data: ChangesView,
    errors: [projectErrors.PROJECT_NOT_FOUND],
  })
  async readChanges(@CurrentCaller() caller: Caller, @Param('slug') slug: string) {
    return envelope(await this.changes.get(caller, slug));
  }

  @StaffOnly('fulfilment')
  @Get('shipments')
  @ApiOperation({
    summary: 'List the projects whose prizes are to be sent',
    description: 'Those that wait longest come first. It never shows a delivery address.',
    data: { projects: [ShippingProjectView] },
  })
  async listShipments(@Query() { state, program, ...query }: ShippingQuery) {
    const found = await this.lists.shipping(state, { programId: program, ...query });
    return envelope({ projects: found.map(({ project }) => project) });
  }
}
