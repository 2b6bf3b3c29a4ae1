export { ClaimsService } from './claims.service';
export { DECISIONS, DecisionsService } from './decisions.service';
export { ProjectChangesService } from './project-changes.service';
export { ProjectNotesService } from './project-notes.service';
export { FiguresQuery, NotesDto, ReasonDto, ShipDto, SHIPPING_STATES } from './staff.dto';
export { StaffModule } from './staff.module';
export { StaffProjectsService } from './staff-projects.service';
export { type AuditEntryView, type ChangesView, type QueuedProjectView, type StaffProjectView } from './staff.view';
export { WaitingProjectsService } from './waiting-projects.service';
