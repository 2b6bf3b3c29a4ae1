import { callApi, drawImage, type JoinedStack } from '@shipyard/testing';
import { demoPeople, type Failure, type ProjectView } from './participant';

export interface Hidden extends ProjectView {
  hidden: { at: string; reason: string } | null;
}

export const WHY = { reason: 'It shows a stranger.\nTake it down.' };

export const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).error];

export const assetIdOf = (address: string | null | undefined) =>
  /assets\/([0-9a-f-]{36})/.exec(address ?? '')?.[1] ?? '';

export const pngOf = (color: string) => drawImage({ color });

/** The people and the calls of a takedown. */
export function takedownParty(stack: JoinedStack) {
  const { submission_url: url, staff, participant, other_participant: other } = stack.credentials;
  const { as, owner, other: stranger, reviewer, admin, fulfilment } = demoPeople(stack);
  const hide = (slug: string, by = reviewer, json: unknown = WHY, headers = {}) =>
    by.call<{ project: Hidden }>('POST', `/admin/projects/${slug}/hide`, { json, headers });
  const unhide = (slug: string, by = reviewer) =>
    by.call<{ project: Hidden }>('POST', `/admin/projects/${slug}/unhide`, { json: { reason: 'A mistake.' } });
  const removeLog = (slug: string, sequence: unknown, by = reviewer, json: unknown = WHY, headers = {}) =>
    by.call<{ project: Hidden }>('DELETE', `/admin/projects/${slug}/logs/${String(sequence)}`, { json, headers });
  const removeImage = (id: string, by = reviewer, json: unknown = WHY) =>
    by.call<{ project: Hidden }>('DELETE', `/admin/assets/${id}`, { json });
  const detail = async (slug: string, by = owner) => (await by.call<Hidden>('GET', `/projects/${slug}`)).body.data;
  const anonymous = (path: string, headers = {}) => callApi<Failure>(url, 'GET', path, { headers });
  const open = (address: string, token?: string, headers = {}) =>
    callApi(stack.submissionUrl, 'GET', address, { token, headers });
  const audit = async (slug: string) =>
    (await admin.call<{ audit: Record<string, unknown>[] }>('GET', `/admin/projects/${slug}`)).body.data.audit;
  return {
    url,
    staff,
    participant,
    other,
    owner,
    stranger,
    reviewer,
    admin,
    fulfilment,
    as,
    hide,
    unhide,
    removeLog,
    removeImage,
    detail,
    anonymous,
    open,
    audit,
  };
}
