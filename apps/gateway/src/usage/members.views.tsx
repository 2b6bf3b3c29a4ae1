import { ButtonForm, CsrfField, FormErrors, LocalTime } from '@shipyard/pages';
import { Button, Callout, Field, PersonText, SelectField, Table } from '@shipyard/ui';
import type { MemberView } from '../members';
import { Part } from '../pages';
import type { MemberPage } from './member-pages';
import { UsagePage } from './usage-page';
import { usageUrl } from './usage-parts';

export type InviteProblem = 'invalid' | 'taken';

interface Props {
  page: MemberPage;
  items: MemberView[];
  ownId: string;
  email: string;
  role: string;
  problem: InviteProblem | null;
  isDone: boolean;
}

export function MembersPage({ page, items, ownId, isDone, ...form }: Props) {
  const words = page.words.usage.members;
  return (
    <UsagePage page={page} part="members" title={words.title} isError={form.problem !== null}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead}</p>
      {isDone && (
        <div role="status">
          <Callout kind="tip" word={words.done}>
            <p>{words.doneLead}</p>
          </Callout>
        </div>
      )}
      <Rows page={page} items={items} ownId={ownId} />
      <Invite page={page} {...form} />
    </UsagePage>
  );
}

function Rows({ page, items, ownId }: Pick<Props, 'page' | 'items' | 'ownId'>) {
  const words = page.words.usage.members;
  return (
    <Table
      label={words.title}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        { name: words.email, cell: ({ email }) => <PersonText text={email} /> },
        { name: words.role, cell: ({ role }) => page.words.usage.frame.roles[role] },
        { name: words.state, cell: ({ status }) => words.states[status] },
        { name: words.since, cell: ({ created_at }) => <LocalTime page={page} time={new Date(created_at)} /> },
        {
          name: words.remove,
          cell: ({ id, email }) =>
            id === ownId ? (
              words.you
            ) : (
              <ButtonForm page={page} action={usageUrl('members', id, 'remove')} kind="danger" isBeside>
                {words.remove} <span className="ui-unseen">{email}</span>
              </ButtonForm>
            ),
        },
      ]}
    />
  );
}

function Invite({ page, email, role, problem }: Pick<Props, 'page' | 'email' | 'role' | 'problem'>) {
  const words = page.words.usage.members;
  const messages = { email: problem === null ? undefined : words.problems[problem] };
  return (
    <Part id="invite" title={words.invite}>
      <form className="ui-sheet ui-fields" method="post" action={usageUrl('members')} noValidate>
        <CsrfField page={page} />
        <FormErrors words={page.words.console} messages={messages} labels={{ email: words.email }} />
        <Field
          name="email"
          type="email"
          label={words.email}
          hint={words.emailHint}
          value={email}
          error={messages.email}
          autoComplete="off"
          isRequired
        />
        <SelectField
          name="role"
          label={words.role}
          hint={words.roleHint}
          value={role}
          options={(['member', 'owner'] as const).map((value) => ({
            value,
            text: page.words.usage.frame.roles[value],
          }))}
        />
        <div className="ui-buttons">
          <Button>{words.send}</Button>
        </div>
      </form>
    </Part>
  );
}
