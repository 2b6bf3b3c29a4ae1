import type { components } from '@shipyard/client';

/** What a model reads of a log. */
export const logText = ({ title, content_md: text }: components['schemas']['LogView']): string =>
  text === undefined ? 'Its maker withdrew this log.' : `# ${title ?? ''}\n\n${text}`;
