import { SupplierError } from '../contract/supplier-error';

/** A picture that was bought, and that is of no use to anybody, however often it is asked for. */
export class PictureUnusable extends SupplierError {
  constructor(why: string, cause?: unknown) {
    super('failed', `An image of the supplier cannot be used: ${why}`, { cause });
  }
}

/** A picture that was bought, and that its host did not hand over this time. To ask for it again costs nothing. */
export class PictureUnreachable extends SupplierError {
  constructor(fault: 'timeout' | 'failed', cause?: unknown) {
    super(fault, 'A picture of the supplier could not be fetched', { cause });
  }
}
