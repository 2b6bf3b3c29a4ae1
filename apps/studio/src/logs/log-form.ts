export { addPhotoPlaces } from './log-photos';
export { addLogPreviews } from './log-preview';
