/** Whether a project has something to look at. Walls show the others last. */
export const isFilled = (project: 'project' | 'page') =>
  `(${project}.header_asset_id IS NOT NULL OR ${project}.log_count > 0)`;

/** The image that a project hangs up: its header image, else the first of its newest log that has one. */
export const coverOf = (project: 'project' | 'page' | 'newest') => `coalesce(${project}.header_asset_id, (
  SELECT image.asset_id FROM logs log JOIN log_images image ON image.log_id = log.id
  WHERE log.project_id = ${project}.id ORDER BY log.sequence DESC, image.position LIMIT 1
))`;
