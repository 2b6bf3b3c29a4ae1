/** Drawn with attributes, because the Content-Security-Policy forbids style attributes. */
const PATHS = {
  note: 'M5 1.5h6l-.7 5 2.2 2.5h-9L5.7 6.5zM8 9v5.5',
  tip: 'M2.5 8.5l3.5 3.5 7.5-8',
  important: 'M2 4.5 A2 2 0 0 1 4 2.5h8a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H8l-3.5 3v-3H4a2 2 0 0 1-2-2zM8 5v2.5M8 9.3v.2',
  warning: 'M8 2 14.5 13.5h-13zM8 6.5v3M8 11.4v.2',
  caution: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="ui-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
