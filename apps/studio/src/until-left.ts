const SHOWN_MS = 120_000;

/** Takes what few may see out of the page after two minutes, and before a browser keeps the page for "Back". */
export function removeWhenLeft(root: ParentNode): void {
  for (const element of root.querySelectorAll('[data-until-left]')) {
    setTimeout(() => element.remove(), SHOWN_MS);
    addEventListener('pagehide', () => element.remove());
  }
}
