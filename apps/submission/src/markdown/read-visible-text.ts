import { DocumentTooDeep, type VisibleText, withoutInvisible, withoutTags } from '@shipyard/markdown';
import { RenderFailed, type Rendering, RenderTooSlow } from './markdown-renderer';

export const isRenderRefusal = (error: unknown) =>
  error instanceof DocumentTooDeep || error instanceof RenderTooSlow || error instanceof RenderFailed;

/** Returns what a reader sees of a text. If it cannot be rendered, returns the text without its tags. */
export async function readVisibleText(markdown: string, rendering: Rendering): Promise<VisibleText> {
  try {
    return await rendering.visibleText(markdown);
  } catch (error) {
    if (!isRenderRefusal(error)) throw error;
    return { text: withoutInvisible(withoutTags(markdown)), sections: [], images: [] };
  }
}
