export { type ApiAnswer, type ApiCall, callApi } from './api-client';
export { assertDocumented, type GivenAnswer } from './documented-answer';
export { writeFakeCatalog } from './fake-catalog';
export { CANARY, type FakeSupplier, startFakeSupplier, type StreamManners, type SupplierBehaviour, type SupplierCall } from './fake-supplier';
export { drawPhonePhoto, drawPicture } from './pictures';
export { type ReplicaOptions, ServiceReplica } from './service-replica';
export { JoinedStack, type ServiceName, sharedStack, startTestStack, type TestProcess, TestStack } from './test-stack';
export { waitUntil } from './wait-until';
