export { SupplierRecordsService, toSupplierColumns } from './supplier-records.service';
export { Supplier as SupplierEntity, SUPPLIER_ID, type UsageCsvColumns } from './supplier.entity';
export { ChangeSupplierDto, CreateSupplierDto } from './suppliers.dto';
export { SuppliersModule } from './suppliers.module';
export {
  type ChatCall,
  type ChatContent,
  FRESH_DAYS,
  FRESHNESS,
  type Freshness,
  type ImageCall,
  type ImageJob,
  type ImageJobCall,
  isWantedSite,
  keyFingerprint,
  KeyPool,
  type MasterKeys,
  PictureMemory,
  type PictureRoom,
  PictureUnreachable,
  replaceFileKeys,
  type SearchTerms,
  type Supplier,
  SUPPLIER_KINDS,
  type SupplierChunk,
  SupplierError,
  supplierErrors,
  type SupplierImage,
  type SupplierSearch,
  type SupplierSearchResult,
  SuppliersService,
  toCustomerError,
  type TokenUsage,
} from './suppliers.service';
