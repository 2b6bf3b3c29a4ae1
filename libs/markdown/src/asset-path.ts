import { ANY_EXTENSION } from '@shipyard/contracts';

export const ASSET_PATH = new RegExp(
  `^/api/v1/(?:assets/[0-9a-f-]{36}\\.${ANY_EXTENSION}|foreign-images/[0-9a-f-]{36})(?:#gh-(?:dark|light)-mode-only)?$`,
);
