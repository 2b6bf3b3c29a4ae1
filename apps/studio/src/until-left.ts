const SHOWN_MS = 120_000;
const SECOND_MS = 1_000;

/** Takes what few may see out of the page after two minutes, and before a browser keeps the page for "Back". */
export function removeWhenLeft(root: ParentNode): void {
  for (const element of root.querySelectorAll('[data-until-left]')) {
    setTimeout(() => element.remove(), SHOWN_MS);
    addEventListener('pagehide', () => element.remove());
  }
}

/** Counts down what can be done for a short time, and takes it away when that is over. */
export function removeWhenOver(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-ends-in]')) {
    const left = element.querySelector<HTMLElement>('[data-ends-left]');
    // The clocks of the reader and of the service can differ.
    const endsAt = performance.now() + Number(element.dataset.endsIn) * SECOND_MS;
    const tick = () => {
      const seconds = Math.ceil((endsAt - performance.now()) / SECOND_MS);
      if (seconds <= 0 || !element.isConnected) {
        clearInterval(timer);
        element.remove();
      } else if (left) left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    };
    const timer = setInterval(tick, SECOND_MS);
  }
}
