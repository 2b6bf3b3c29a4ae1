import type { ReactNode } from 'react';

interface Look {
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet';
  children: ReactNode;
}

export interface ButtonProps extends Look {
  /** Busy keeps the button's name and adds "…". Off says why beside it: name that text in `describedBy`. */
  state?: 'ready' | 'busy' | 'off';
  describedBy?: string;
  /** What the form says if this button sent it. */
  choice?: { name: string; value: string };
  /** Where this button sends the form, if not to its own URL. */
  action?: string;
  /** A choice of its form, from which a script takes the button's name. */
  namedBy?: string;
}

/** Sends its form. A button that is busy or off keeps the focus and sends nothing. */
export function Button({
  kind = 'primary',
  state = 'ready',
  describedBy,
  choice,
  action,
  namedBy,
  children,
}: ButtonProps) {
  const isReady = state === 'ready';
  return (
    <button
      className={state === 'off' ? 'ui-button ui-button-off' : classOf(kind)}
      type={isReady ? 'submit' : 'button'}
      aria-disabled={isReady ? undefined : true}
      aria-describedby={describedBy}
      formAction={action}
      data-named-by={namedBy}
      {...choice}
    >
      {children}
      {state === 'busy' && <span className="ui-dots">…</span>}
    </button>
  );
}

/** A link that is the page's one action. */
export function LinkButton({ kind = 'primary', href, children }: Look & { href: string }) {
  return (
    <a className={classOf(kind)} href={href}>
      {children}
    </a>
  );
}

const classOf = (kind: NonNullable<Look['kind']>) => `ui-button ui-button-${kind}`;
