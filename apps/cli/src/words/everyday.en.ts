export const EVERYDAY = {
  newer: (version: string, own: string, install: string) =>
    `shipyard ${version} is out, and this is ${own}. Update with: ${install}`,
  refusedImage: (file: string, message: string) => `The service refused ${file}. ${message}`,
  resized: (file: string, before: string, after: string, kept: string) =>
    `${file} is smaller now: ${after}, before ${before}. The original is kept in ${kept}.`,
  notResized: (file: string) => `${file} cannot be made smaller here. Only a PNG or JPEG can.`,
  resizeIsNoPlan: 'A dry run changes no file. Run shipyard sync --resize without --dry-run.',
};
