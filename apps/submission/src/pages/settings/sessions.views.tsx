import { ButtonForm, dayAndClock, LocalTime } from '@shipyard/pages';
import { Part, type SettingsProps } from './settings-part';

/** The browsers in which the person is logged in. We keep no address and no name of them. */
export function SessionsPart({ page, sessions, saved }: SettingsProps) {
  const { sessions: words } = page.words.settings;
  const done = { 'session-ended': words.ended, 'sessions-ended': words.othersEnded };
  const ended = saved === 'session-ended' || saved === 'sessions-ended' ? done[saved] : null;
  return (
    <Part part="sessions" title={words.title} saved={ended}>
      <p className="ui-text">{words.lead}</p>
      <ul className="ui-tokens">
        {[...sessions]
          .sort((one, other) => Number(other.current) - Number(one.current))
          .map((session) => (
            <li key={session.id} className="ui-token ui-spread">
              <div>
                <p className="ui-token-name">{session.current ? words.current : words.other}</p>
                <p className="ui-small">
                  {words.since} <LocalTime page={page} time={new Date(session.created_at)} />
                  {' · '}
                  {words.used} <LocalTime page={page} time={new Date(session.last_seen_at)} />
                </p>
              </div>
              {!session.current && (
                <ButtonForm page={page} action={`/studio/settings/sessions/${session.id}/end`} kind="danger" isBeside>
                  {words.end}
                  <span className="ui-unseen">
                    : {words.endOf(dayAndClock(page.language, new Date(session.created_at)))}
                  </span>
                </ButtonForm>
              )}
            </li>
          ))}
      </ul>
      {sessions.length > 1 && (
        <ButtonForm page={page} action="/studio/settings/sessions/end-others" kind="secondary">
          {words.endOthers}
        </ButtonForm>
      )}
    </Part>
  );
}
