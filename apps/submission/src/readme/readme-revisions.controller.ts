import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors } from '@shipyard/http';
import { type Caller, CurrentCaller, NeedsScope } from '../accounts';
import { projectErrors } from '../projects';
import { ReadmeRevisionsService } from './readme-revisions.service';
import { ReadmeRevisionListView, RevisionTextView } from './readme-revisions.view';

@Controller('api/v1/projects/:slug/readme/revisions')
export class ReadmeRevisionsController {
  constructor(private readonly revisions: ReadmeRevisionsService) {}

  @NeedsScope('projects:read')
  @Get()
  @ApiOperation({
    summary: 'List what the README was before',
    description: 'For the owner and staff. To restore a revision, read it and send its text with PUT readme.',
    data: ReadmeRevisionListView,
    errors: [projectErrors.PROJECT_NOT_FOUND],
  })
  async list(@CurrentCaller() caller: Caller, @Param('slug') slug: string) {
    return envelope(await this.revisions.list(caller, slug));
  }

  @NeedsScope('projects:read')
  @Get(':revisionId')
  @ApiOperation({
    summary: 'Read a text that the README had before',
    data: RevisionTextView,
    errors: [projectErrors.PROJECT_NOT_FOUND, envelopeErrors.NOT_FOUND],
  })
  async get(@CurrentCaller() caller: Caller, @Param('slug') slug: string, @Param('revisionId') id: string) {
    return envelope(await this.revisions.get(caller, slug, id));
  }
}
