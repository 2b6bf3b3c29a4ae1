import { Body, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import { changeErrors } from '../changes/changes.errors';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import { CalledBy, type Operator } from '../operators';
import {
  ChangeSupplierDto,
  CreateSupplierDto,
  SupplierAdminService,
  SupplierAnswer,
  SupplierTestView,
  SupplierView,
} from '../suppliers';
import { AdminController, NamedId } from './admin-controller';

@AdminController('suppliers')
export class SuppliersController {
  constructor(private readonly suppliers: SupplierAdminService) {}

  @ApiOperation({ summary: 'List the suppliers by name', data: pageOf(SupplierView) })
  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.suppliers.list(page));
  }

  @ApiOperation({ summary: 'Read a supplier', data: SupplierAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get(':id')
  async find(@NamedId() supplierId: string) {
    return envelope({ supplier: await this.suppliers.find(supplierId) });
  }

  @ApiOperation({ summary: 'Add a supplier', data: SupplierAnswer, errors: [changeErrors.CONFLICT] })
  @Post()
  async create(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateSupplierDto,
  ) {
    return envelope(await this.suppliers.create(operator, recorder, input));
  }

  @ApiOperation({
    summary: 'Change a supplier',
    description: 'Absent fields stay as they are. `api_keys` replaces all keys.',
    data: SupplierAnswer,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Patch(':id')
  async change(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @NamedId() supplierId: string,
    @Body() input: ChangeSupplierDto,
  ) {
    return envelope(await this.suppliers.change(operator, recorder, supplierId, input));
  }

  @ApiOperation({
    summary: 'Delete a supplier',
    description: 'A supplier that a route uses is a CONFLICT.',
    data: {},
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Delete(':id')
  async remove(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @NamedId() supplierId: string) {
    return envelope(await this.suppliers.remove(operator, recorder, supplierId));
  }

  @ApiOperation({
    summary: 'Test each key of a supplier with a call that costs nothing',
    data: SupplierTestView,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Post(':id/test')
  @HttpCode(200)
  async test(@NamedId() supplierId: string) {
    return envelope(await this.suppliers.test(supplierId));
  }
}
