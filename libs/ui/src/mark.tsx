import { COLORS } from './tokens';

const HULL = 'M4 3v9.5C4 18.7 8 23 13 23s9-4.3 9-10.5V3';
const WATERLINE = 'M0 11.5H26';
const TICKS = 'M13 3v5.5M9 5v3.5M17 5v3.5';

/** The cut through a hull, with its waterline and ticks. */
export function Mark() {
  return (
    <svg className="ui-mark" viewBox="0 0 26 26" width="26" height="26" fill="none" aria-hidden="true">
      <path d={HULL} stroke="currentColor" strokeWidth="2.6" />
      <path className="ui-waterline" d={WATERLINE} strokeWidth="2.8" />
      <path d={TICKS} stroke="currentColor" strokeWidth="1.8" />
    </svg>
  );
}

const { ink, lead } = COLORS;

/** The mark as a file, for the tab of a browser. */
export const MARK_SVG =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 28 28" fill="none">` +
  `<style>.i{stroke:${ink.light}}.w{stroke:${lead.light}}@media(prefers-color-scheme:dark){.i{stroke:${ink.dark}}.w{stroke:${lead.dark}}}</style>` +
  `<path class="i" d="${HULL}" stroke-width="2.6"/><path class="w" d="${WATERLINE}" stroke-width="2.8"/><path class="i" d="${TICKS}" stroke-width="1.8"/></svg>`;
