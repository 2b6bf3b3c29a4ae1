const STEP = 8;
const TICK = 2;
const FIFTH = 5 * STEP;
/** Wider than any picture. */
const MOST_TICKS = 250;

/** A measuring tape with one tick a log, each fifth at full height. The number stands in words beside it. */
export function Tape({ logs }: { logs: number }) {
  const ticks = Math.min(logs, MOST_TICKS);
  const fifths = Math.floor(ticks / 5);
  return (
    <div className="ui-tape">
      {ticks > 0 && (
        // The style sheet dashes the two lines, because a page has many tapes.
        <svg width={(ticks + 1) * STEP} aria-hidden="true">
          <path d={`M${STEP} 4H${ticks * STEP + TICK}`} />
          {fifths > 0 && <path d={`M${FIFTH} 7H${fifths * FIFTH + TICK}`} />}
        </svg>
      )}
    </div>
  );
}
