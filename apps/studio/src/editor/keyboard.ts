/**
 * Tells the style sheet how much of the lower edge a keyboard covers, so that Save stays above it. Browsers that know
 * `interactive-widget=resizes-content` make the page smaller instead, and nothing is covered. Zooming is no keyboard.
 */
export function stayAboveKeyboard(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const measure = () => {
    const covered = seen.scale > 1.01 ? 0 : window.innerHeight - seen.height - seen.offsetTop;
    document.documentElement.style.setProperty('--covered', `${Math.max(0, Math.round(covered))}px`);
  };
  seen.addEventListener('resize', measure);
  seen.addEventListener('scroll', measure);
  measure();
}
