import { defineErrors } from '@shipyard/http';

export const assetErrors = defineErrors({
  ASSET_NOT_FOUND: {
    status: 404,
    message: "This image does not exist, or its project is private. Check the URL, or use the owner's token.",
  },
});
