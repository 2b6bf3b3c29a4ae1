import { Icon } from '@shipyard/ui';

interface SavedProps {
  text: string;
  action?: { text: string; href: string };
}

/** What was just done. With scripts it stands at the edge of the window for a while, else above what was saved. */
export function Saved({ text, action }: SavedProps) {
  return (
    <div className="ui-saved" role="status" data-toast>
      <Icon name="tip" />
      <p>{text}</p>
      {action && <a href={action.href}>{action.text}</a>}
    </div>
  );
}
