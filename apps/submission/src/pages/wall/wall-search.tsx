import type { FieldErrors } from '@shipyard/pages';
import { Button, Field, SelectField } from '@shipyard/ui';
import type { Words } from '../words/words';
import { type WallFields, wallUrl } from './wall.address';
import type { WallContent } from './wall.query';

interface WallSearchProps extends Pick<WallContent, 'programs'> {
  tags: readonly string[];
  words: Words;
  fields: WallFields;
  errors?: FieldErrors<keyof WallFields>;
}

/** One GET form. On narrow screens its filters are behind a button, which is open while one of them is set. */
export function WallSearch({ words, fields, programs, tags, errors = {} }: WallSearchProps) {
  const { wall } = words;
  const { search, refused } = wall;
  const { program, project_status: projectStatus, sort } = fields;
  const isFiltered = program !== undefined || projectStatus !== undefined || (sort !== undefined && sort !== 'newest');
  return (
    <form className="ui-search ui-screen-only" role="search" action="/" method="get">
      {fields.tag !== undefined && <input type="hidden" name="tag" value={fields.tag} />}
      <Field
        name="q"
        type="search"
        label={search.text}
        value={fields.q}
        error={errors.q && refused.q}
        autoComplete="off"
      />
      <div className="ui-search-send">
        <Button kind="secondary">{search.send}</Button>
      </div>
      <details className="ui-filters" open={isFiltered}>
        <summary className="ui-button ui-button-secondary ui-filters-open ui-chevron">{search.filter}</summary>
        <div className="ui-filters-fields">
          <SelectField
            name="program"
            label={search.program}
            value={program}
            error={errors.program && refused.program}
            options={[
              { value: '', text: search.anyProgram },
              ...programs.map(({ id, name }) => ({ value: id, text: name })),
            ]}
          />
          <SelectField
            name="project_status"
            label={search.projectStatus}
            value={projectStatus}
            error={errors.project_status && refused.project_status}
            options={[{ value: '', text: search.anyStatus }, ...optionsOf(search.statuses)]}
          />
          <SelectField
            name="sort"
            label={search.sort}
            value={sort}
            error={errors.sort && refused.sort}
            options={optionsOf(search.sorts)}
          />
        </div>
      </details>
      <WallTags words={words} tags={tags} chosen={fields.tag} />
    </form>
  );
}

const optionsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }));

interface WallTagsProps {
  words: Words;
  tags: readonly string[];
  chosen?: string;
}

function WallTags({ words: { wall }, tags, chosen }: WallTagsProps) {
  if (tags.length === 0) return null;
  return (
    <details className="ui-filters ui-filters-tags" open={chosen !== undefined}>
      <summary className="ui-button ui-button-secondary ui-filters-open ui-chevron">{wall.tags}</summary>
      <ul className="ui-tags ui-cluster">
        {tags.map((tag) => (
          <li key={tag}>
            <a className="ui-tag" href={wallUrl({ tag })} aria-current={tag === chosen ? 'true' : undefined}>
              <bdi>{tag}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
