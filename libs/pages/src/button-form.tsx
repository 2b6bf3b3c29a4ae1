import { Button, type ButtonProps } from '@shipyard/ui';
import { CsrfField } from './csrf-field';
import type { PageSession } from './page-context';

interface ButtonFormProps extends Pick<ButtonProps, 'kind' | 'children'> {
  page: { session: PageSession | null };
  action: string;
  /** Whether it stands beside something, such as in a row, and not below it. */
  isBeside?: boolean;
}

/** A form that is one button, which says what it does. */
export const ButtonForm = ({ page, action, isBeside, ...button }: ButtonFormProps) => (
  <form method="post" action={action}>
    <CsrfField page={page} />
    {isBeside ? (
      <Button {...button} />
    ) : (
      <div className="ui-buttons">
        <Button {...button} />
      </div>
    )}
  </form>
);
