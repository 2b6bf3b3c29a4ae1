import type { AccountView, Guardian } from '../accounts';
import type { ChildProject } from '../project-reads';
import type { ChildProgramView, ChildProjectView, GuardianPageView } from './guardian-page.view';

export const toChildProjectView = (project: ChildProject): ChildProjectView => ({
  ...project.summary,
  visibility: project.visibility,
  state: project.state,
  hidden_by: project.hiddenBy,
  shipment_agreed_at: project.shipmentAgreedAt,
});

export function toGuardianPageView(
  account: AccountView,
  guardian: Guardian,
  projects: ChildProject[],
): GuardianPageView {
  return {
    child: { handle: account.handle, display_name: account.display_name },
    status: guardian.status,
    name: guardian.name,
    indexing: guardian.indexing,
    agreed_at: guardian.agreedAt,
    deletion_requested_at: guardian.deletionRequestedAt,
    link_expires_at: guardian.linkExpiresAt,
    projects: projects.map(toChildProjectView),
    programs: programsOf(projects),
  };
}

/** Each once, although the child may have many projects in it. */
function programsOf(projects: ChildProject[]): ChildProgramView[] {
  const byId = new Map(projects.map(({ summary, program }) => [summary.program_id, program]));
  return [...byId].map(([id, { name, prizeName, isPrizeSent }]) => ({
    id,
    name,
    prize: prizeName === null ? null : { name: prizeName, hardware: isPrizeSent },
  }));
}
