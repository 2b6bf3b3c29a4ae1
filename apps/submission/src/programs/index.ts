export { CreateProgramDto, PutDocDto, UpdateProgramDto } from './program-edits.dto';
export { ProgramEditsService } from './program-edits.service';
export { PHRASE_LENGTH_MAX, PHRASES_MAX, phraseProblem, ProgramPhrasesService } from './program-phrases.service';
export {
  DocView,
  isOpen,
  isProgramId,
  PrizeView,
  type ProgramRow,
  ProgramView,
  StaffProgramView,
  toStaffProgramView,
} from './programs.dto';
export { programErrors } from './programs.errors';
export { ProgramsModule } from './programs.module';
export { ProgramsService } from './programs.service';
