import { CsrfField, exactTime, FormErrors } from '@shipyard/pages';
import { Button, Callout, ChoiceField, Field, PasswordField, PersonText, Table } from '@shipyard/ui';
import { ADMIN_ROLES, type ConsoleUserView } from '../operators';
import { type PageContext, Part } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { ListLinks } from './list-links';

export const USER_NEWS = ['added', 'removed'] as const;

export type UserFields = Record<'email' | 'role', string>;
export type UserProblems = Partial<Record<'email' | 'password' | 'role', 'invalid' | 'taken'>>;

interface UsersProps {
  page: PageContext;
  items: ConsoleUserView[];
  next: string | null;
  isFirst: boolean;
  form: { fields: UserFields; problems: UserProblems };
  news: (typeof USER_NEWS)[number] | null;
}

/** Who may log in to the console, newest first. */
export function UsersPage({ page, items, next, isFirst, form, news }: UsersProps) {
  const words = page.words.console.users;
  return (
    <ConsolePage page={page} part="users" title={words.title} isError={Object.keys(form.problems).length > 0}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead}</p>
      {news && (
        <div role="status">
          <Callout kind="tip" word={words[news]}>
            <p>{words[`${news}Lead`]}</p>
          </Callout>
        </div>
      )}
      <Table
        label={words.title}
        caption={words.order}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          {
            name: words.email,
            cell: ({ id, email }) => (
              <>
                <a href={consoleUrl('users', id)}>
                  <PersonText text={email} />
                </a>
                {email === page.session?.email && ` · ${words.you}`}
              </>
            ),
          },
          { name: words.role, cell: ({ role }) => page.words.console.frame.roles[role] },
          { name: words.since, cell: ({ created_at }) => exactTime(new Date(created_at)) },
        ]}
      />
      <ListLinks page={page} url={consoleUrl('users')} isFirst={isFirst} next={next} />
      <AddForm page={page} form={form} />
    </ConsolePage>
  );
}

function AddForm({ page, form: { fields, problems } }: Pick<UsersProps, 'page' | 'form'>) {
  const { users: words, frame } = page.words.console;
  const messages = {
    email: problems.email && words.problems[problems.email === 'taken' ? 'taken' : 'email'],
    password: problems.password && words.problems.password,
    role: problems.role && words.problems.role,
  };
  return (
    <Part id="add" title={words.add}>
      <form className="ui-sheet ui-fields ui-console-form" method="post" action={consoleUrl('users')} noValidate>
        <CsrfField page={page} />
        <FormErrors
          words={page.words.console}
          messages={messages}
          labels={{ email: words.email, password: words.password, role: words.role }}
        />
        <Field
          name="email"
          type="email"
          label={words.email}
          hint={words.emailHint}
          value={fields.email}
          error={messages.email}
          autoComplete="off"
          isRequired
        />
        <PasswordField
          label={words.password}
          hint={words.passwordHint}
          error={messages.password}
          autoComplete="new-password"
        />
        <ChoiceField
          name="role"
          label={words.role}
          value={fields.role}
          error={messages.role}
          choices={ADMIN_ROLES.map((value) => ({ value, text: frame.roles[value], hint: words.roles[value] }))}
        />
        <div className="ui-buttons">
          <Button>{words.send}</Button>
        </div>
      </form>
    </Part>
  );
}
