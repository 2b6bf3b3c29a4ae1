import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons';
import { CALLOUT_TONES } from './tokens';

/** Says its kind with an icon and a word, never with the color alone. */
export function Callout({ kind, word, children }: { kind: IconName; word: string; children: ReactNode }) {
  return (
    <div className={`ui-callout ui-tone-${CALLOUT_TONES[kind]}`}>
      <p className="ui-callout-word">
        <Icon name={kind} />
        {word}
      </p>
      <div className="ui-callout-body">{children}</div>
    </div>
  );
}
