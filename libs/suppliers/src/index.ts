export { type ChatDemands, readDemands, unsupportedDemand } from './chat/chat-demands';
export { isIgnorable, withoutIgnored } from './chat/ignored-parameters';
export { writesLongCache } from './chat/cache-marks';
export { checkSupplier, type SupplierCheck } from './check-supplier';
export type { ImagePartTokens, MediaTokens, PartRates, PartSize } from './contract/media-tokens';
export type { ImageMemoryShare } from './contract/image-memory-share';
export {
  FRESH_DAYS,
  FRESHNESS,
  SEARCH_DEPTHS,
  type SearchDepth,
  type Freshness,
  type SearchCall,
  type SearchTerms,
  type SupplierSearch,
  type SupplierSearchResult,
} from './contract/search-call';
export type {
  ChatCall,
  ChatContent,
  ImageCall,
  ImageJob,
  ImageJobCall,
  SupplierAdapter,
  SupplierChunk,
  SupplierCompletion,
  SupplierImage,
  TokenUsage,
} from './contract/supplier';
export type { SupplierCall } from './contract/supplier-call';
export { SupplierError, type SupplierFault } from './contract/supplier-error';
export {
  IMAGE_RESPONSE_FORMATS,
  type ImageResponseFormat,
  RESPONSE_FORMAT_TYPES,
  type ResponseFormatType,
  type SupplierOptions,
  type SupplierTimeouts,
} from './contract/supplier-options';
export { NO_MARGIN, type TokenMargin, UNSTATED_MARGIN, widestMargin } from './contract/token-margin';
export { ServerSentEventReader } from './http/server-sent-events';
export { DEFAULT_TIMEOUTS } from './http/supplier-http';
export { ImageNotFetched, ImageUnreachable, NoRoomForImages } from './images/image-errors';
export { needsBaseUrl, openSupplier, SUPPLIER_KINDS, type SupplierKind, tokenMargin } from './registry';
export type { StructuredAnswer } from './sandbox/structured-answer';
export { isWantedSite } from './search/site-filter';
