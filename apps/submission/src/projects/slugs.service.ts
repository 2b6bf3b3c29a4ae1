import { Injectable } from '@nestjs/common';
import { isReservedSlug, isSlug } from '@shipyard/contracts';
import { DataSource } from 'typeorm';
import { slugOfName } from './pinyin-slug';
import type { SlugRefusal, SlugView } from './slug.view';

/** After these, a person names their project better than we do. */
const SUGGESTIONS = 20;
const LONGEST_SLUG = 32;

@Injectable()
export class SlugsService {
  constructor(private readonly dataSource: DataSource) {}

  /** A hint for forms. Only creation decides. */
  async check(slug: string): Promise<SlugView> {
    const reason = await this.refusalOf(slug);
    return { slug, free: reason === null, reason };
  }

  /**
   * A free slug for a name, or null. A name in letters that we cannot write in Latin gets one of the fallback. Another
   * request may take it first.
   */
  async suggest(name: string, fallback: string | null = null): Promise<string | null> {
    const stem = (await slugOfName(name)) || fallback;
    if (stem === null) return null;
    const candidates = Array.from({ length: SUGGESTIONS }, (_, at) => {
      const end = at === 0 ? '' : `-${at + 1}`;
      return stem.slice(0, LONGEST_SLUG - end.length) + end;
    }).filter((slug) => isSlug(slug) && !isReservedSlug(slug));
    const [free] = await this.dataSource.query<{ slug: string }[]>(
      `SELECT candidate.slug FROM unnest($1::text[]) WITH ORDINALITY candidate (slug, place)
        WHERE NOT EXISTS (SELECT FROM slugs WHERE slugs.slug = candidate.slug) ORDER BY place LIMIT 1`,
      [candidates],
    );
    return free?.slug ?? null;
  }

  private async refusalOf(slug: string): Promise<SlugRefusal | null> {
    if (!isSlug(slug)) return 'invalid';
    if (isReservedSlug(slug)) return 'reserved';
    const taken = await this.dataSource.query<unknown[]>('SELECT FROM slugs WHERE slug = $1', [slug]);
    return taken.length > 0 ? 'taken' : null;
  }
}
