export { ButtonForm } from './button-form';
export { CARRIED, CarriedFields, carriedIn } from './carried-fields';
export { type ConsoleAccount, ConsoleHeader, type ConsoleHeaderProps } from './console-header';
export { CopyButton } from './copy-button';
export { CsrfField } from './csrf-field';
export {
  clockTime,
  dayAndClock,
  dayAndMonth,
  exactTime,
  longDate,
  monthAndYear,
  monthName,
  shortDate,
  utcDayOf,
} from './dates';
export { ErrorMessage, errorTextOf, pageErrorFormats } from './error-page';
export { FormErrors, Refusal } from './form-errors';
export { isLanguage, LANG_OF, LANGUAGES, type Language, NAME_OF, otherLanguageOf } from './language';
export { languageOf, type PageContext, type PageSession } from './page-context';
export { ownPath, withNext } from './own-path';
export {
  type FieldErrors,
  fieldErrorsOf,
  assertOwnPage,
  leadToPage,
  readPageForm,
  refusalOf,
  SessionForms,
} from './page-form';
export { PageFrame } from './page-frame';
export { HtmlRenderer } from './page-renderer';
export {
  partNamed,
  type PartOfReference,
  type Reference,
  REFERENCE_SHEETS,
  type ReferenceWords,
  searchedFor,
} from './reference/reference';
export { ReferenceIndex, ReferencePart } from './reference/reference.views';
export { ScriptFiles, sendScript } from './script-files';
export { PasswordStep, RecoveryCodes, ScanSecret } from './second-factor';
export { FOREVER, ICON_URL, StaticFiles } from './static-files';
export { LocalTime, Time } from './time';
export { sendVersioned, type Versioned, type VersionedText } from './versioned';
