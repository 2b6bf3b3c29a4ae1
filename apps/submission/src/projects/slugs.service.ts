import { Injectable } from '@nestjs/common';
import { isReservedSlug, isSlug } from '@shipyard/contracts';
import { DataSource } from 'typeorm';
import type { SlugRefusal, SlugView } from './slug.view';

@Injectable()
export class SlugsService {
  constructor(private readonly dataSource: DataSource) {}

  /** A hint for forms. Only creation decides. */
  async check(slug: string): Promise<SlugView> {
    const reason = await this.refusalOf(slug);
    return { slug, free: reason === null, reason };
  }

  private async refusalOf(slug: string): Promise<SlugRefusal | null> {
    if (!isSlug(slug)) return 'invalid';
    if (isReservedSlug(slug)) return 'reserved';
    const taken = await this.dataSource.query<unknown[]>('SELECT FROM slugs WHERE slug = $1', [slug]);
    return taken.length > 0 ? 'taken' : null;
  }
}
