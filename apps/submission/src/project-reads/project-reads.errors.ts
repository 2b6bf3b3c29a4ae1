import { defineErrors } from '@shipyard/http';

export const projectReadErrors = defineErrors({
  PROJECT_NOT_FOUND: {
    status: 404,
    message: "This project does not exist, or it is private. Check its slug, or use the owner's token.",
  },
});
