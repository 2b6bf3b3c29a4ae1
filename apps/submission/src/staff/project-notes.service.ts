import { Injectable } from '@nestjs/common';
import type { ResponseRecorder } from '@shipyard/http';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { readNotes } from '../project-reads';
import { ProjectsService, ProjectWrites } from '../projects';
import type { NotesView } from './staff.view';

/** One text a project, which all staff read and write. The last one who writes wins. */
@Injectable()
export class ProjectNotesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
  ) {}

  /** Throws FORBIDDEN if it is the caller's own project: its maker must not read what staff wrote. */
  async get(caller: Caller, slug: string): Promise<{ notes: NotesView | null }> {
    const { id: projectId } = await this.projects.findOfAnother({ slug }, caller);
    return { notes: await readNotes(this.dataSource.manager, projectId) };
  }

  async put(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    text: string,
  ): Promise<{ notes: NotesView | null }> {
    const { id: projectId } = await this.projects.findOfAnother({ slug }, caller);
    return this.writes.run(projectId, async (manager) => {
      await this.projects.lock(manager, projectId);
      const written = text.replace(/\r\n?/g, '\n').trim();
      await (written === ''
        ? manager.query<[unknown[], number]>('DELETE FROM project_notes WHERE project_id = $1', [projectId])
        : manager.query<unknown[]>(
            `INSERT INTO project_notes (project_id, text, updated_by) VALUES ($1, $2, $3)
             ON CONFLICT (project_id) DO UPDATE SET text = $2, updated_by = $3, updated_at = now()`,
            [projectId, written, caller.accountId],
          ));
      return recorder.record(manager, { notes: await readNotes(manager, projectId) }, projectId);
    });
  }
}
