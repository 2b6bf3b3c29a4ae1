import type { ReactNode } from 'react';

export interface MessageProps {
  title: string;
  lead?: string;
  children?: ReactNode;
}

/** The content of a short page: a title, a sentence or two, then a form or one link. */
export function Message({ title, lead, children }: MessageProps) {
  return (
    <div className="ui-column">
      <h1 className="ui-title">{title}</h1>
      {lead && <p className="ui-lead">{lead}</p>}
      {children}
    </div>
  );
}

/** The id of a request, for someone who reports a fault. */
export function RequestId({ label, requestId }: { label: string; requestId: string }) {
  return (
    <p className="ui-request-id">
      {label} <code>{requestId}</code>
    </p>
  );
}
