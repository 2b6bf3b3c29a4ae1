import { Body, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { envelope, Recorder, type ResponseRecorder } from '@shipyard/http';
import { PageQuery } from '../database/page.dto';
import { CalledBy, type Operator } from '../operators';
import { ChangeSupplierDto, CreateSupplierDto, SupplierAdminService } from '../suppliers';
import { AdminController, NamedId } from './admin-controller';

@AdminController('suppliers')
export class SuppliersController {
  constructor(private readonly suppliers: SupplierAdminService) {}

  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.suppliers.list(page));
  }

  @Get(':id')
  async find(@NamedId() supplierId: string) {
    return envelope({ supplier: await this.suppliers.find(supplierId) });
  }

  @Post()
  async create(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateSupplierDto,
  ) {
    return envelope(await this.suppliers.create(operator, recorder, input));
  }

  @Patch(':id')
  async change(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @NamedId() supplierId: string,
    @Body() input: ChangeSupplierDto,
  ) {
    return envelope(await this.suppliers.change(operator, recorder, supplierId, input));
  }

  @Delete(':id')
  async remove(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @NamedId() supplierId: string) {
    return envelope(await this.suppliers.remove(operator, recorder, supplierId));
  }

  @Post(':id/test')
  @HttpCode(200)
  async test(@NamedId() supplierId: string) {
    return envelope(await this.suppliers.test(supplierId));
  }
}
