import type { FormFields } from '@shipyard/http';
import type { StudioProject } from '../../project-reads';

export const DETAIL_FIELDS = ['name', 'tagline', 'tags', 'demo_urls', 'color', 'visibility'] as const;

type DetailField = (typeof DETAIL_FIELDS)[number];

export type DetailsErrors = Partial<Record<DetailField | 'confirm_slug', 'missing' | 'invalid'>> & {
  /** What a completed project lacks. */
  project_status?: 'readme' | 'logs' | 'both';
};

/** The fields of the form as the project has them. */
export function detailsOf(project: StudioProject): FormFields {
  return {
    name: project.name,
    tagline: project.tagline,
    tags: project.tags.join(', '),
    demo_urls: project.demoUrls.join('\n'),
    color: project.color,
    visibility: project.visibility,
    project_status: project.projectStatus,
  };
}

/** A list that is typed as one text. */
export function listOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
