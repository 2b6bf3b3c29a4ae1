/** Keeps the ids of a user's document apart from those of the page. */
const ID_PREFIX = 'user-content-';

export const prefixId = (id: string) => (id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id);

export class HeadingIds {
  private readonly given = new Map<string, number>();

  next(heading: string): string {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
      .replace(/ /g, '-');
    let id = slug;
    for (let count = this.given.get(slug) ?? 0; this.given.has(id);) {
      count += 1;
      this.given.set(slug, count);
      id = `${slug}-${count}`;
    }
    this.given.set(id, 0);
    return ID_PREFIX + id;
  }
}
