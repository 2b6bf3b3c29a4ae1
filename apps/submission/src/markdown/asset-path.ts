import { ANY_EXTENSION } from '../uploads/image-extension';

/** The addresses under which a document's own images are served, and our copies of images of other hosts. */
export const ASSET_PATH = new RegExp(`^/api/v1/(?:assets/[0-9a-f-]{36}\\.${ANY_EXTENSION}|foreign-images/[0-9a-f-]{36})(?:#gh-(?:dark|light)-mode-only)?$`);
