import { applyDecorators, Controller, Param, UseGuards } from '@nestjs/common';
import { envelopeErrors, inputInvalid } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { BY_NAME } from '../database/page';
import { OperatorGuard } from '../operators';

export const AdminController = (path = '') => applyDecorators(Controller(`admin/${path}`), UseGuards(OperatorGuard));

const idThat = (isId: (id: string) => boolean) => ({
  transform(id: string): string {
    if (!isId(id)) throw envelopeErrors.NOT_FOUND({ message: 'There is no record with this id. Check the id.' });
    return id;
  },
});

/** Other text names no record, and Postgres does not accept every string. */
export const RecordId = () =>
  Param(
    'id',
    idThat((id) => isUUID(id)),
  );

export const NamedId = () =>
  Param(
    'id',
    idThat((id) => BY_NAME.id.test(id)),
  );

export const NewNamedId = () =>
  Param('id', {
    transform(id: string): string {
      if (!BY_NAME.id.test(id)) throw inputInvalid('id', 'must be 1 to 200 characters without spaces');
      return id;
    },
  });
