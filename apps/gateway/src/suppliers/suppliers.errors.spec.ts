import { HttpError } from '@shipyard/http';
import { NoRoomForImages, SupplierError, type SupplierFault } from '@shipyard/suppliers';
import { toCustomerError } from './suppliers.errors';

const SECRET = 'sk-of-the-supplier';

describe("the error that a customer gets for a supplier's failure", () => {
  it.each<[SupplierFault, string]>([
    ['timeout', 'upstream_timeout'],
    ['failed', 'upstream_error'],
    ['refused', 'invalid_value'],
    ['content', 'content_policy_violation'],
    ['context', 'context_length_exceeded'],
  ])('with the fault %s is %s, without a word of the supplier', (fault, code) => {
    const told = toCustomerError(new SupplierError(fault, SECRET, { cause: new Error(SECRET) }));
    expect(told).toBeInstanceOf(HttpError);
    const { message, ...rest } = told as HttpError;
    const said = JSON.stringify({ ...rest, message, cause: undefined });
    expect(said).toContain(code);
    expect(said).not.toContain(SECRET);
  });

  it('names the field of the call that is too long', () => {
    const told = toCustomerError(new SupplierError('context', SECRET), 'prompt');
    expect(told).toMatchObject({ code: 'context_length_exceeded', particulars: { param: 'prompt' } });
  });

  it('says when to try again if we had no room for the images of the request', () => {
    expect(toCustomerError(new NoRoomForImages())).toMatchObject({
      code: 'server_overloaded',
      row: { status: 503 },
      particulars: { headers: { 'retry-after': '2', 'retry-after-ms': '2000' } },
    });
  });

  it('is the same error when no supplier failed', () => {
    const error = new Error('The database is gone');
    expect(toCustomerError(error)).toBe(error);
  });
});
