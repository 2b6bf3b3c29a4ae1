import { Controller, Get, Query } from '@nestjs/common';
import { instantOf } from '@shipyard/contracts';
import { ApiOperation, envelope } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { StaffOnly } from '../accounts';
import { readFigures } from '../project-reads';
import { FiguresView } from './figures.view';
import { FiguresQuery } from './staff.dto';

@StaffOnly('reviewer', 'admin')
@Controller('api/v1/admin/figures')
export class FiguresController {
  constructor(private readonly dataSource: DataSource) {}

  @Get()
  @ApiOperation({
    summary: 'Count projects, decisions and waits',
    description: '`from` and `to` narrow what happened. The states are those of now.',
    data: { figures: FiguresView },
  })
  async get(@Query() { program, from, to }: FiguresQuery) {
    const query = { programId: program ?? null, from: instantOf(from), to: instantOf(to) };
    return envelope({ figures: await readFigures(this.dataSource.manager, query) });
  }
}
