const SHOWN_MS = 6_000;

/** Hides each toast after a while, but not while somebody points at it or has the focus in it. */
export function hideToasts(root: ParentNode): void {
  for (const toast of root.querySelectorAll<HTMLElement>('[data-toast]')) {
    const isWanted = () => toast.matches(':hover') || toast.contains(document.activeElement);
    const hideLater = () =>
      setTimeout(() => {
        if (isWanted()) hideLater();
        else toast.hidden = true;
      }, SHOWN_MS);
    hideLater();
  }
}
