export { type ApiAnswer, type ApiCall, callApi } from './api-client';
export { CANARY } from './canary';
export { brokenLinks } from './broken-links';
export { bundledFiles } from './bundled-files';
export { assertDocumented, expectNewStack, UndocumentedAnswer } from './documented-answer';
export { documentedFetch } from './documented-fetch';
export { documentedAnswerTo, documentedHeadOf, type ReadAnswer } from './documented-request';
export { chartFaults, composeFaults, composeServices, undocumentedVariables } from './documented-variables';
export { type FakeServer, openFakeServer } from './fake-server';
export type { FakeAnswer, FakeChoice, StreamManners, SupplierBehavior } from './fake-behavior';
export { choicesOf, countTokens, finishOf, PROMPT_TOKENS } from './fake-choices';
export { FakeEvents } from './fake-events';
export { fakeCatalog } from './fake-catalog';
export { CALL_PROTOCOLS } from './fake-call-protocols';
export { BEARER, type CallBehavior, type CallProtocol, type FakeCalls, startFakeCalls } from './fake-calls';
export { type FakeSearch, type FakeSearchResult, type SearchBehavior, searchCalls } from './fake-search';
export type { FakeImageAnswer, FakeImage, FakeImageHost } from './fake-image-behavior';
export type { FakeImageProtocol } from './fake-image-protocol';
export {
  type FakeImageSupplier,
  startFakeDashScope,
  startFakeImages,
  startFakeOpenAiImages,
  startFakeVolcengineImages,
  startFakeZhipuImages,
} from './fake-image-supplier';
export { drawFakeImage, type FakeImageBytes } from './fake-images';
export { answerAsReviewer, unfencedText } from './fake-reviewer';
export type { FakeRequestBody } from './fake-request';
export { FakeS3, type S3Manner } from './fake-s3/fake-s3';
export { S3Refusal } from './fake-s3/s3-refusal';
export type { FakeProtocol } from './fake-protocol';
export {
  type FakeSupplier,
  startFakeAnthropic,
  startFakeChats,
  startFakeGemini,
  startFakeSupplier,
} from './fake-supplier';
export { faultsOfMigrations, type MigrationFaults } from './migration-scans';
export { hangPictures, makeVariants } from './hung-pictures';
export { codeOf, wrongCodeOf } from './one-time-code';
export { faultsOfChunk, faultsOfShape } from './openai-schema';
export { drawPhonePhoto, drawImage } from './images';
export { ownBytesOf } from './page-bytes';
export { packedPdfStream, type PdfObjects, pdfStream, plainPdf, writePdf } from './pdf-file';
export { PRODUCT_SCOPES } from './product-scopes';
export { JoinedStack, QUICK_START, sharedStack, TEST_KEYS } from './joined-stack';
export { randomNumbers } from './random-numbers';
export { ServiceReplica } from './service-replica';
export { expectToLookEvery, sweepOnce } from './sweeper-rounds';
export { SilentProxy } from './silent-proxy';
export { StalledBody } from './stalled-body';
export { StreamingReplica } from './streaming-replica';
export { startTestStack, TestStack, type TestStackOptions } from './test-stack';
export { pickFreePort, type ProcessName } from '@shipyard/stack';
export { type CollectedSpan, TraceCollector } from './trace-collector';
export { waitUntil } from './wait-until';
export { openSpecDatabase, type SpecDatabase } from './spec-database/spec-database';
