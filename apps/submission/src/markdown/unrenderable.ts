import { inputInvalid } from '@shipyard/http';
import { DocumentTooDeep } from './markdown-document';
import { RenderTooSlow } from './markdown-renderer';

/** For the `catch` of a rendering: refuses, under the name of a field, what its author can mend; anything else is passed on. */
export function refuseUnrenderable(field: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof DocumentTooDeep) throw inputInvalid(field, 'is nested too deeply to be shown');
    if (error instanceof RenderTooSlow) throw inputInvalid(field, 'takes too long to be rendered: make it simpler or shorter');
    throw error;
  };
}
