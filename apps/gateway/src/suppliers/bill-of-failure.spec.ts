import { SupplierError } from '@shipyard/suppliers';
import { billOfFailure } from './bill-of-failure';

describe('a failed call of a supplier', () => {
  it.each([
    ['a connection that never stood', new SupplierError('failed', 'no', { isUntouched: true })],
    ['a refusal of the request', new SupplierError('refused', 'no', { status: 400 })],
    ['a refusal of the content', new SupplierError('content', 'no', { status: 400 })],
    ['a context that is too long', new SupplierError('context', 'no', { status: 400 })],
  ])('is not billed after %s', (_, error) => {
    expect(billOfFailure(error)).toBe('not_billed');
  });

  it.each([
    ['a 500', new SupplierError('failed', 'no', { status: 500 })],
    ['a time-out', new SupplierError('timeout', 'no')],
    ['a client that left', new DOMException('gone', 'AbortError')],
  ])('may be billed after %s', (_, error) => {
    expect(billOfFailure(error)).toBe('perhaps_billed');
  });
});
