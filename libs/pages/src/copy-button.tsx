interface CopyButtonProps {
  /** The id of the element whose text is copied. */
  of: string;
  kind?: 'primary' | 'secondary';
  /** What a public page says then. In the studio its script knows the word. */
  copied?: string;
  children: string;
}

/** A script shows it, because the page cannot copy without one. */
export function CopyButton({ of, kind = 'secondary', copied, children }: CopyButtonProps) {
  return (
    <button className={`ui-button ui-button-${kind}`} type="button" data-copy={of} data-copied={copied} hidden>
      {children}
    </button>
  );
}
