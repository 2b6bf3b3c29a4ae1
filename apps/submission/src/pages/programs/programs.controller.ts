import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi } from '@shipyard/http';
import type { Request, Response } from 'express';
import { PageRenderer } from '../page-renderer';
import { ProgramPage } from './program.views';
import { ProgramPageQuery } from './programs.query';
import { ProgramList } from './programs.views';

@OutsideApi()
@TokenOptional()
@Controller('programs')
export class ProgramPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly programs: ProgramPageQuery,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { version, read } = await this.programs.findAll();
    await this.pages.sendVersioned(request, response, {
      version,
      read: async () => {
        const programs = await read();
        return (page) => ProgramList({ page, programs });
      },
    });
  }

  @Get(':programId')
  async show(@Param('programId') programId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { version, read } = await this.programs.find(programId);
    await this.pages.sendVersioned(request, response, {
      version,
      read: async () => {
        const content = await read();
        return (page) => ProgramPage({ page, ...content });
      },
    });
  }
}
