export { type ApiAnswer, type ApiCall, callApi } from './api-client';
export { CANARY, type FakeSupplier, startFakeSupplier, type StreamManners, type SupplierBehaviour, type SupplierCall } from './fake-supplier';
export { drawPhonePhoto, drawPicture } from './pictures';
export { waitUntil } from './wait-until';
