/** The addresses under which a document's own images are served. */
export const ASSET_PATH = /^\/api\/v1\/assets\/[0-9a-f-]{36}\.(?:png|jpg|webp|gif)(?:#gh-(?:dark|light)-mode-only)?$/;
