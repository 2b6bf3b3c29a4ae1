import { ToolFailure } from '../failures';
import type { ProjectFolder } from '../project-folder';
import type { ToolContext } from '../tool';
import type { ToolArguments } from '../tool-arguments';

export const FOLDER_PATH = {
  path: {
    type: 'string',
    description: 'A folder below that of the server (stdio only). If absent: that folder.',
  },
};

const NO_FOLDER =
  'This connection has no folder, so it takes no path. Send the texts themselves, and images by create_upload.\n(VALIDATION_FAILED)';

/** The arguments that a call with texts has, and one about a folder has not. */
const OF_TEXTS = ['slug', 'markdown', 'logs'];

/** Returns the folder that a call is about. Null: it sends its texts. */
export function folderFor({ folder }: ToolContext, args: ToolArguments): ProjectFolder | null {
  const texts = OF_TEXTS.filter((name) => args.has(name));
  if (args.has('path')) {
    if (folder === null) throw new ToolFailure(NO_FOLDER);
    if (texts.length > 0) throw new ToolFailure(`Send path or ${texts.join(', ')}, and not both.\n(VALIDATION_FAILED)`);
  }
  return texts.length === 0 ? folder : null;
}
