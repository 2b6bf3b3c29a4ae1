export { CreateProgramDto, PutDocDto, UpdateProgramDto } from './program-edits.dto';
export { ProgramEditsService } from './program-edits.service';
export { DocView, PrizeView, ProgramView, StaffProgramView } from './programs.dto';
export { programErrors } from './programs.errors';
export { ProgramsModule } from './programs.module';
export { ProgramsService } from './programs.service';
