import { defineErrors } from '@shipyard/http';

export const readmeErrors = defineErrors({
  README_IMAGE_MISSING: { status: 400, message: 'The README refers to images that were not sent. See details.missing.' },
  README_ATTACHMENT_NOT_IMAGE: { status: 400, message: 'Some parts are no acceptable images by their bytes. See details.parts.' },
  README_FRONT_MATTER_INVALID: { status: 400, message: 'The front matter is not a YAML mapping. Quote values that hold ": " or " #".' },
  README_NOT_FOUND: { status: 404, message: 'This project has no README yet.' },
});
