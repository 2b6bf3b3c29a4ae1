import { type ImageCall, SupplierError, type SupplierImage, type SuppliersService } from '../suppliers/suppliers.service';

/** At least one picture, and never more than were asked for. Throws a SupplierError. */
export async function drawImages(supplier: Awaited<ReturnType<SuppliersService['get']>>, call: ImageCall): Promise<SupplierImage[]> {
  if (!supplier.generateImages) throw new SupplierError('failed', 'The supplier draws no pictures', { isUntouched: true });
  const images = await supplier.generateImages(call);
  if (images.length === 0) throw new SupplierError('failed', 'The supplier returned no picture');
  return images.slice(0, call.count);
}
