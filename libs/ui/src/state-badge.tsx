/** Drawn like the icons: with attributes, in the color of the text. */
const STATES = {
  draft: { tone: 'plain', path: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2', isDashed: true },
  review_pending: { tone: 'note', path: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M8 2v12M8 5h3M8 8h5M8 11h3' },
  recommended: { tone: 'ok', path: 'M8 14V3M3.5 7.5 8 3l4.5 4.5' },
  changes_requested: { tone: 'lead', path: 'M3 13l.8-3.2L11 2.6 13.4 5l-7.2 7.2z' },
  interviewing: {
    tone: 'note',
    path: 'M2 4.5A2 2 0 0 1 4 2.5h8a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H8l-3.5 3v-3H4a2 2 0 0 1-2-2z',
  },
  approved_to_ship: { tone: 'ok', path: 'M2.5 8.5l3.5 3.5 7.5-8' },
  shipment_submitted: { tone: 'brass', path: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3zM2.5 5 8 8l5.5-3M8 8v6' },
  shipped: { tone: 'brass', path: 'M2 9h12l-2 4.5H4zM8 9V2l4 4.5H8' },
  rejected: { tone: 'stop', path: 'M3.5 3.5l9 9M12.5 3.5l-9 9' },
} as const;

export type BadgeState = keyof typeof STATES;

/** The state of a project, with an icon and a word. Never a button. */
export function StateBadge({ state, word }: { state: BadgeState; word: string }) {
  const { tone, path, ...rest } = STATES[state];
  return (
    <span className={`ui-badge ui-tone-${tone}`}>
      <svg className="ui-icon" viewBox="0 0 16 16" aria-hidden="true">
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeDasharray={'isDashed' in rest ? '2.4 2' : undefined}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {word}
    </span>
  );
}
