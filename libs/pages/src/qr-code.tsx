import { qrModules } from '@shipyard/pdf/qr-code';

const QUIET = 4;

/** Always dark on light, whatever the colors of the page, because cameras expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = qrModules(text);
  const size = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg className="ui-qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
