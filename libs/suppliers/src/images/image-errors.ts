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

/** An image that a customer names and that we cannot fetch. `field` is its place in the request. */
export class ImageNotFetched extends SupplierError {
  constructor(
    readonly field: string,
    why: string,
    cause?: unknown,
  ) {
    super('refused', `An image of a customer cannot be fetched: ${why}`, { cause });
  }
}

/** Too many images of customers are in memory. The supplier was not asked. */
export class NoRoomForImages extends SupplierError {
  constructor() {
    super('failed', 'There is no room for more images of customers', { isUntouched: true });
  }
}
