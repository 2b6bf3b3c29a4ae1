export { AuditEntry } from './audit-entry.entity';
export { CLAIM_MINUTES, claimProject, endClaim } from './project-claims';
export {
  lockProjectOf,
  lockProjectsOf,
  recordShipmentAgreement,
  releaseProjectsOf,
  setHiddenByGuardian,
  unpublishProjectsOf,
} from './guardian-decisions';
export { lockForDocument, lockLogCounts, lockProject } from './project-locks';
export { assertPropertiesNotNewer, countLog, updateProject } from './project-update';
export { ProjectVisibility } from './project-visibility.service';
export { eraseFromProject, recordClosedReports, setHidden, type TakedownBy, takedownBy } from './project-takedowns';
export { eraseForDeletedAccount, findErasing } from './project-erasing';
export { TAKE_BACK_MINUTES, takeBackDecision, type TakeBackRefusal } from './take-back-decision';
export { CreateProjectDto, ProjectListQuery, UpdateProjectDto } from './projects.dto';
export { requireProjectFields } from './project-fields';
export { ProjectWrites } from './project-writes.service';
export { ForbiddenMove, NOT_OWNER, projectErrors, projectIncomplete } from './projects.errors';
export { slugOfName } from './pinyin-slug';
export { ProjectsModule } from './projects.module';
export { type MoveRequest, ProjectsService } from './projects.service';
export { SlugsService } from './slugs.service';
