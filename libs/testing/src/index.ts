export { type ApiAnswer, type ApiCall, callApi } from './api-client';
export { CANARY } from './canary';
export { assertDocumented, type GivenAnswer } from './documented-answer';
export { undocumentedVariables } from './documented-variables';
export type { FakeAnswer, FakeChoice, FakeToolCall, StreamManners, SupplierBehaviour } from './fake-behaviour';
export { writeFakeCatalog } from './fake-catalog';
export { type FakeSearch, type FakeSearchResult, type SearchBehaviour, startFakeSearch } from './fake-search';
export type { SearchKind } from './fake-search-protocols';
export type { FakeImageAnswer, FakePicture, FakePictureHost, ImageBehaviour } from './fake-image-behaviour';
export {
  type FakeImageOptions, type FakeImageSupplier, type FakePurchase, startFakeDashScope, startFakeOpenAiImages, startFakeVolcengineImages, startFakeZhipuImages,
} from './fake-image-supplier';
export { drawFakePicture, type FakePictureBytes } from './fake-pictures';
export { answerAsReviewer, unfencedText } from './fake-reviewer';
export type { FakeRequestBody } from './fake-request';
export { type FakeSupplier, startFakeAnthropic, startFakeGemini, startFakeSupplier, type SupplierCall } from './fake-supplier';
export { faultsOfChunk, faultsOfShape } from './openai-schema';
export { drawPhonePhoto, drawPicture } from './pictures';
export { randomNumbers } from './random-numbers';
export { type ReplicaOptions, ServiceReplica } from './service-replica';
export { expectToLookEvery } from './sweeper-rounds';
export { SilentProxy } from './silent-proxy';
export { JoinedStack, type ServiceName, sharedStack, startTestStack, TEST_KEYS, type TestProcess, TestStack } from './test-stack';
export { waitUntil } from './wait-until';
