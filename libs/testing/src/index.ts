export { type ApiAnswer, type ApiCall, callApi } from './api-client';
export { CANARY } from './canary';
export type { FakeAnswer, FakeChoice, FakeToolCall, StreamManners, SupplierBehaviour } from './fake-behaviour';
export { writeFakeCatalog } from './fake-catalog';
export { type FakeSupplier, startFakeSupplier, type SupplierCall } from './fake-supplier';
export { faultsOfChunk, faultsOfShape } from './openai-schema';
export { drawPhonePhoto, drawPicture } from './pictures';
export { JoinedStack, type ServiceName, sharedStack, startTestStack, type TestProcess, TestStack } from './test-stack';
export { waitUntil } from './wait-until';
