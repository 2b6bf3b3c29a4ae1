export { claimProject, endClaim } from './project-claims';
export { lockForDocument, lockLogCounts, lockProject } from './project-locks';
export { countLog, updateFromReadme, updateFromSync } from './project-update';
export { eraseFromProject, recordClosedReports, setHidden, takedownBy } from './project-takedowns';
export { eraseForDeletedAccount, findErasing } from './project-erasing';
export { ProjectWrites } from './project-writes.service';
export { ForbiddenMove, projectErrors } from './projects.errors';
export { ProjectsModule } from './projects.module';
export { type MoveRequest, type ProjectFields, ProjectsService } from './projects.service';
