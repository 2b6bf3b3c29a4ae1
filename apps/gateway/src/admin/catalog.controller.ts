import { Body, Get, Header, HttpCode, Post } from '@nestjs/common';
import { ApiAnswers, ApiOperation, envelope, JsonLimit, Recorder, type ResponseRecorder } from '@shipyard/http';
import { CatalogChangesView, CatalogCodeService, CatalogYamlDto } from '../models';
import { CalledBy, type Operator } from '../operators';
import { AdminController } from './admin-controller';

const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

@AdminController()
export class CatalogController {
  constructor(private readonly catalog: CatalogCodeService) {}

  @ApiAnswers({
    summary: 'Export the catalog',
    description:
      'The file that GATEWAY_CONFIG takes: suppliers, models, routes, and the prices in force of the base list. Keys are written as `${NAME}`.',
    answers: { 200: { description: 'The catalog.', content: { 'application/yaml': null } } },
  })
  @Get('catalog.yaml')
  @Header('content-type', 'application/yaml; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="catalog.yaml"')
  async export(): Promise<string> {
    return this.catalog.export();
  }

  @ApiOperation({
    summary: 'Compare a catalog with the stored one',
    description: 'Changes nothing.',
    data: CatalogChangesView,
  })
  @HttpCode(200)
  @JsonLimit(BODY_LIMIT_BYTES)
  @Post('catalog/plan')
  async plan(@Body() { yaml }: CatalogYamlDto) {
    return envelope(await this.catalog.plan(yaml));
  }

  @ApiOperation({
    summary: 'Apply a catalog as one change',
    description:
      'Makes the stored catalog equal to this one, and answers what has changed. Another price applies from now on.',
    data: CatalogChangesView,
  })
  @HttpCode(200)
  @JsonLimit(BODY_LIMIT_BYTES)
  @Post('catalog/apply')
  async apply(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() { yaml }: CatalogYamlDto,
  ) {
    return envelope(await this.catalog.apply(operator, recorder, yaml));
  }
}
