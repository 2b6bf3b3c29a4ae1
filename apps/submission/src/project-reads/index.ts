export { AssetUrlsService, type SentSignature } from './asset-urls.service';
export { type ChildProject, readChildProjects } from './guardian-reads';
export {
  AUDIT_SOURCES,
  type AuditFilter,
  type AuditPlace,
  type AuditSource,
  type AuditTrailEntry,
  AuditTrailsService,
} from './audit-trails.service';
export { readAuditTrail, readStateTimes } from './audit-trail';
export { readSentParcels, type SentParcel } from './parcel-reads';
export { type EqualLog, readEqualLogs, readInterviewSubject, readReadme, readTakenSequences } from './document-reads';
export {
  type ExportedAsset,
  type ExportedLog,
  type ExportedProject,
  type ExportedReadme,
  readOwnAssets,
  readOwnedProjects,
  readOwnImageBytes,
  readOwnInterviews,
  readOwnLogs,
  readOwnMoves,
  readOwnReviews,
  readOwnShipments,
  readReadmeSource,
} from './export-reads';
export { type ChosenLog, readChosenLogs } from './chosen-logs';
export { type ListedClaim, type ProjectClaim, readClaim, readClaims } from './claim-reads';
export { coverOf } from './cover-image';
export { type CreatorRow, ProjectListsService, type ShippingProject } from './project-lists.service';
export { decodePlace, encodePlace, type QueuePlace, type QueueQuery } from './queue-places';
export { type ProjectAssetRow, readProjectAssets } from './project-assets';
export { type ProjectPageFacts, ProjectPageReadsService, type ProjectPageSubject } from './project-page-reads.service';
export { projectReadErrors } from './project-reads.errors';
export { ProjectReadsModule } from './project-reads.module';
export { IS_VISIBLE, ProjectReadsService, type Reader, readerOf } from './project-reads.service';
export { assetIdIn, assetUrl, fileId } from './asset-urls';
export { DecisionView } from './decision.view';
export { LogPageView, LogView } from './log.view';
export { OwnProjectListView, ProjectListView, ProjectTitlesListView } from './project-list.view';
export { CreatorView, ProjectSummaryView, ProjectView, ShowField } from './project.view';
export { ShipmentStatusView } from './shipment-status.view';
export {
  type ChangedSinceReview,
  findChangedSinceReview,
  readReviewContent,
  readReviewedContent,
  type ReviewContentRow,
} from './review-reads';
export { KeptReadings, type Reading } from './kept-readings.service';
export { readSharedProject, type SharedProject } from './shared-project';
export { TAKEN_BACK } from './standing-decisions';
export { type Figures, figuresName, type FiguresOf, readFigures, type Wait, WAIT_NAMES } from './figure-reads';
export {
  countProjectsOf,
  FUNNEL_STEPS,
  type FunnelStep,
  type ProgramCounts,
  type ProgramFunnel,
  readProgramFunnel,
} from './program-reads';
export { type ProgramExportRow, readProgramExport } from './program-export';
export { readNotes } from './notes-reads';
export { readStatusVersions } from './status-versions';
export { readStudioProjects, type StudioProgram, type StudioProject } from './studio-reads';
export { readWallFacts, type WallFacts } from './wall-facts';
export {
  type FeedPlace,
  findWallPlaces,
  type LogEntryRow,
  type LogFeedRow,
  readLogFeed,
  readWallEntries,
  type WallEntryRow,
} from './feed-reads';
export { findPartEnds, LISTED_PAGES, measureSitemap, type SitemapPlace } from './sitemap-reads';
