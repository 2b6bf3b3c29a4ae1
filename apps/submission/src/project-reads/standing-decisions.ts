/** The action of an audit entry that takes back the decision before it. */
export const TAKEN_BACK = 'undo_decision';

/**
 * The decisions of staff on the projects that the condition picks, without those that were taken back. Moves of others
 * between a decision and its taking back are impossible, so the next entry of these tells.
 */
export const standingDecisions = (condition: string) => `(
    SELECT id, project_id, at, action, reason, from_state, actor_id FROM (
      SELECT entry.*, lead(entry.action) OVER (PARTITION BY entry.project_id ORDER BY entry.id) AS next_action FROM audit_entries entry
      WHERE ${condition} AND entry.action IN ('approve', 'request_changes', 'reject', '${TAKEN_BACK}')
    ) told WHERE action <> '${TAKEN_BACK}' AND next_action IS DISTINCT FROM '${TAKEN_BACK}')`;
