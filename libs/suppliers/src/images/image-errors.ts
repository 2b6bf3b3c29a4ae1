import { SupplierError } from '../contract/supplier-error';

/** A bought image that no retry can make usable. */
export class ImageUnusable extends SupplierError {
  constructor(why: string, cause?: unknown) {
    super('failed', `An image of the supplier cannot be used: ${why}`, { cause });
  }
}

/** A bought image that its host did not deliver this time. A retry is free. */
export class ImageUnreachable extends SupplierError {
  constructor(fault: 'timeout' | 'failed', cause?: unknown) {
    super(fault, 'An image of the supplier could not be fetched', { cause });
  }
}
