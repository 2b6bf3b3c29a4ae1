import { ProjectCard, Rack } from '@shipyard/ui';
import type { Words } from '../words/words';
import type { RackProject } from './project-rack.query';

/** As many as the first row of a wide screen has. */
const FIRST_ROW = 3;

export interface ProjectRackProps {
  words: Words;
  projects: readonly RackProject[];
  /** Null where all projects are of one program. */
  programNames: ReadonlyMap<string, string> | null;
  /** Whether visitors see the first row before they scroll. */
  isOnTop?: boolean;
  headingLevel?: 2 | 3;
}

export function ProjectRack({ words: { wall }, projects, programNames, isOnTop = false, ...rest }: ProjectRackProps) {
  return (
    <Rack>
      {projects.map(({ project, image }, at) => {
        const { creator, program_id: programId } = project;
        const programName = programNames?.get(programId);
        return (
          <ProjectCard
            key={project.id}
            name={project.name}
            tagline={project.tagline}
            href={project.url}
            paint={project.color}
            image={image}
            maker={
              creator.handle === ''
                ? { name: wall.anonymous, href: null }
                : { name: creator.display_name, href: `/creators/${creator.handle}` }
            }
            program={programName === undefined ? null : { name: programName, href: `/programs/${programId}` }}
            logs={{ count: project.log_count, text: wall.logs(project.log_count) }}
            shipped={project.shipped ? wall.shipped : null}
            isFirst={isOnTop && at < FIRST_ROW}
            {...rest}
          />
        );
      })}
    </Rack>
  );
}
