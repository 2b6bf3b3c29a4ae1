export { grouped, Price, Sum, sumText } from './amounts';
export { CONSOLE_HOME, USAGE_HOME } from './console-home';
export { type ChartDay, DayChart } from './day-chart';
export { listed } from './listed';
export { type AnyPageContext, Page, type PageContext, Part } from './page';
export { type OperatorSession, PageRenderer } from './page-renderer';
export { PagesModule } from './pages.module';
export { CATALOGS, type Words } from './words/words';
