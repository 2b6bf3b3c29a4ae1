import { Body, type CanActivate, Controller, Get, Module, Post, Query, UseGuards } from '@nestjs/common';
import { ObjectStoreUnavailable } from '@shipyard/platform/object-store';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, ValidateNested } from 'class-validator';
import { envelope } from '../envelope';
import { tokenMissing } from '../error-format';
import { defineErrors } from '../errors';

class Part {
  @IsString()
  content: string;
}

class Draft {
  @IsString()
  name: string;

  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => Part)
  parts?: Part[];
}

class Page {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Max(100)
  limit?: number;
}

class Told {
  @IsString()
  state: string;
}

const toldErrors = defineErrors({ TOLD: { status: 403, message: 'You were told.', details: Told } });

class NoToken implements CanActivate {
  canActivate(): boolean {
    throw tokenMissing();
  }
}

@Controller()
class Drafts {
  @Post(['drafts', 'v1/drafts'])
  create(@Body() draft: Draft) {
    return envelope(draft);
  }

  @Get('drafts')
  list(@Query() page: Page) {
    return envelope(page);
  }

  @Post('guarded')
  @UseGuards(NoToken)
  guarded() {
    return envelope(null);
  }

  @Get(['fails/:how', 'v1/fails/:how'])
  fail() {
    throw new Error('SECRET at /srv/app.js');
  }

  @Get('lost')
  lost() {
    throw new ObjectStoreUnavailable('SECRET path');
  }

  @Get('told')
  told() {
    throw toldErrors.TOLD({ message: 'Not you.', details: { state: 'draft' }, headers: { 'x-more': '1' } });
  }
}

/** Has one route for each way in which a handler answers or fails. */
@Module({ controllers: [Drafts] })
export class DraftsModule {}
