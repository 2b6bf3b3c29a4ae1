import type { Page } from 'playwright-core';

/** Counts what a person does with their hands: presses of buttons, links, boxes and file pickers, and fields filled in. */
export class TapCount {
  private presses = 0;
  private readonly fields = new Set<string>();

  private constructor() {}

  static async on(page: Page): Promise<TapCount> {
    const count = new TapCount();
    await page.exposeFunction('countPress', () => void (count.presses += 1));
    await page.exposeFunction('countField', (name: string) => void count.fields.add(name));
    await page.addInitScript(`
      const TYPED = 'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=file], [type=hidden])';
      let label = null;
      addEventListener('click', ({ detail, target }) => {
        // The press of a label presses its box too, which some browsers tell as a press.
        const isOfLabel = label !== null && [...(target.labels ?? [])].includes(label);
        label = isOfLabel ? null : target.closest('label');
        if (detail > 0 && !isOfLabel && !target.matches(TYPED)) countPress();
      }, true);
      addEventListener('change', ({ target }) => target.type === 'file' && countPress(), true);
      addEventListener('input', ({ target }) => target.matches(TYPED) && countField(location.pathname + (target.id || target.className)), true);
    `);
    return count;
  }

  get soFar(): { presses: number; fields: number } {
    return { presses: this.presses, fields: this.fields.size };
  }
}
