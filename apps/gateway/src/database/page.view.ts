import { type Class, Describe, ListOf, OrNull } from '@shipyard/http';
import { IsString } from 'class-validator';
import type { Page } from './page';

const pages = new Map<Class, Class>();

/** Returns the one class of pages of such views. Schemas are named after classes, so it gets a name. */
export function pageOf<View extends object>(view: Class<View>): Class<Page<View>> {
  // The map holds for each view what `pageClass` made of it.
  const known = pages.get(view) as Class<Page<View>> | undefined;
  const page = known ?? pageClass(view);
  pages.set(view, page);
  return page;
}

function pageClass<View extends object>(view: Class<View>): Class<Page<View>> {
  class PageView {
    items: View[];

    @Describe('Send it as `cursor` to get the next page. Null on the last page.')
    @OrNull()
    @IsString()
    next_cursor: string | null;
  }
  ListOf(() => view)(PageView.prototype, 'items');
  Describe('The records of this page.')(PageView.prototype, 'items');
  Object.defineProperty(PageView, 'name', { value: view.name.replace(/View$/, 'PageView') });
  return PageView;
}
