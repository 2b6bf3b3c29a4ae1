export { CONSOLE_HOME } from './console-home';
export { CsrfField } from './csrf-field';
export { Page, type PageContext, Part } from './page';
export { type OperatorSession, PageRenderer } from './page-renderer';
export { PagesModule } from './pages.module';
export type { Words } from './words/words';
