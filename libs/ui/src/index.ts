export { grouped, Price, Sum, sumText } from './amounts';
export { Button, type ButtonProps, LinkButton } from './button';
export { Callout } from './callout';
export { DayFigure } from './day-bars';
export { type ChartDay, type ChartWords, DayChart } from './day-chart';
export { DataBlock } from './data-block';
export { EDITOR_FACTS_ID, type EditorFacts, type EditorWords } from './editor-words';
export {
  CheckField,
  type CheckFieldProps,
  ChoiceField,
  type ChoiceFieldProps,
  EmailField,
  ErrorSummary,
  type ErrorSummaryProps,
  Field,
  type FieldProps,
  FileField,
  type FileFieldProps,
  PasswordField,
  SelectField,
  type SelectFieldProps,
  TextField,
  type TextFieldProps,
} from './field';
export { Figure } from './figure';
export { Icon, type IconName } from './icons';
export { KEY_USAGE_ID, type KeyUsageWords } from './key-usage-words';
export { lastDays } from './last-days';
export { LargePicture, type LargePictureProps } from './large-picture';
export { LOG_WORDS_ID, type LogWords } from './log-words';
export { Mark } from './mark';
export { Message, type MessageProps, RequestId } from './message';
export { type NameSize, nameSizeOf } from './name-size';
export { Pager, type PagerProps } from './pager';
export { PersonText } from './person-text';
export { ProjectCard, type ProjectCardProps, Rack } from './project-card';
export { type ImageSource, ResponsiveImage, type ResponsiveImageProps } from './responsive-image';
export {
  type Choice,
  type PageHead,
  type PageLink,
  type PageScript,
  type Scheme,
  Shell,
  type ShellProps,
} from './shell';
export { type Column, Table, type TableProps } from './table';
export { Tape } from './tape';
export { type ScriptWords, STUDIO_FACTS_ID, type StudioFacts } from './studio-facts';
export { type BadgeState, StateBadge } from './state-badge';
export { WrittenHtml, type WrittenHtmlProps } from './written-html';
export { type WrittenWords } from './written-text';
