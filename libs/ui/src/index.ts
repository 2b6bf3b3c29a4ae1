export { Button, type ButtonProps, LinkButton } from './button';
export { Callout } from './callout';
export {
  CheckField,
  type CheckFieldProps,
  ErrorSummary,
  type ErrorSummaryProps,
  Field,
  type FieldProps,
} from './field';
export type { IconName } from './icons';
export { Message, type MessageProps, RequestId } from './message';
export { PersonText } from './person-text';
export { type Choice, type PageHead, type PageLink, type Scheme, Shell, type ShellProps } from './shell';
