export {
  DEFAULT_TIMEOUTS,
  type ChatCall,
  type ChatContent,
  FRESH_DAYS,
  FRESHNESS,
  type Freshness,
  type ImageCall,
  type ImageJob,
  type ImageJobCall,
  isIgnorable,
  isWantedSite,
  type ImageMemoryShare,
  ImageUnreachable,
  SEARCH_DEPTHS,
  type SearchDepth,
  type SearchTerms,
  type SupplierAdapter,
  type SupplierCall,
  SUPPLIER_KINDS,
  type SupplierChunk,
  type SupplierCompletion,
  SupplierError,
  type SupplierImage,
  type SupplierSearchResult,
  type TokenUsage,
  withoutIgnored,
  writesLongCache,
} from '@shipyard/suppliers';
export { billOfFailure } from './bill-of-failure';
export { keyFingerprint, KeyPool } from './key-pool';
export { ImageMemory } from './image-memory';
export { SupplierAdminService, toSupplierColumns } from './supplier-admin.service';
export { Supplier, SUPPLIER_ID, type UsageCsvColumns } from './supplier.entity';
export { SupplierAnswer, SupplierTestView, SupplierView } from './supplier.view';
export { ChangeSupplierDto, CreateSupplierDto } from './suppliers.dto';
export { supplierErrors, toCustomerError } from './suppliers.errors';
export { SuppliersModule } from './suppliers.module';
export {
  readSupplierKeys,
  type MasterKeys,
  replaceFileKeys,
  replaceSupplierKeys,
  resealSupplierKeys,
  SuppliersService,
  type UnfitField,
} from './suppliers.service';
