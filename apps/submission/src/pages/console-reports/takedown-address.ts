import { CONSOLE_HOME } from '../console/console-parts';
import { assetIdIn } from '../../project-reads';

/** It belongs to the reports, and has no place of its own in the menu. */
export const TAKEDOWNS = `${CONSOLE_HOME}/takedowns`;

export const takedownUrl = (slug: string, ...steps: string[]) =>
  [TAKEDOWNS, encodeURIComponent(slug), ...steps].join('/');

/** What a person wrote to name a log or a picture. Null: neither. */
export function readSubject(written: string): { sequence: string } | { assetId: string } | null {
  const text = written.trim();
  if (/^[1-9]\d{0,14}$/.test(text)) return { sequence: text };
  const assetId = assetIdIn(text);
  return assetId ? { assetId } : null;
}
