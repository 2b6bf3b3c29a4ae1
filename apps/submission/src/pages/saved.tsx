import { Icon } from '@shipyard/ui';

/** Above what was just saved. */
export function Saved({ text }: { text: string }) {
  return (
    <p className="ui-saved" role="status">
      <Icon name="tip" />
      {text}
    </p>
  );
}
