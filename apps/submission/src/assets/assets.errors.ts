import { defineErrors } from '@shipyard/http';

export const assetErrors = defineErrors({
  ASSET_NOT_FOUND: { status: 404, message: 'There is no such image, or its project is private.' },
});
