import { isListField, type ListField, PROJECT_FIELD_NAMES, type ProjectField } from '@shipyard/contracts';
import type { FormFields } from '@shipyard/http';
import type { StudioProject } from '../../project-reads';

export const DETAIL_FIELDS: readonly (ProjectField | 'visibility')[] = [...PROJECT_FIELD_NAMES, 'visibility'];

export type DetailsErrors = Partial<Record<ProjectField | 'visibility' | 'confirm_slug', 'missing' | 'invalid'>> & {
  /** What a completed project lacks. */
  project_status?: 'readme' | 'logs' | 'both';
  /** What a private project lacks before others may see it. */
  lack?: 'readme' | 'content' | 'both';
};

/** A list is typed as one text. */
const SEPARATORS: Readonly<Record<ListField, { shown: string; typed: RegExp }>> = {
  tags: { shown: ', ', typed: /[,，、\n]/ },
  demo_urls: { shown: '\n', typed: /\n/ },
};

/** The fields of the form as the project has them. */
export function detailsOf(project: StudioProject): FormFields {
  const texts = PROJECT_FIELD_NAMES.map((field) => [
    field,
    isListField(field) ? project[field].join(SEPARATORS[field].shown) : project[field],
  ]);
  return {
    ...(Object.fromEntries(texts) as FormFields),
    visibility: project.visibility,
    project_status: project.projectStatus,
  };
}

/** The fields of the form as a request has them. */
export function sentDetails(form: FormFields): Record<string, unknown> {
  const lists = PROJECT_FIELD_NAMES.filter(isListField).map((field) => [
    field,
    (form[field] ?? '')
      .split(SEPARATORS[field].typed)
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ]);
  return { ...form, ...(Object.fromEntries(lists) as Record<string, string[]>) };
}
