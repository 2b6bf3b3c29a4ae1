import { Describe, Holds, ListOf, MayBeAbsent } from '@shipyard/http';
import { IsBoolean, IsInt, IsUUID } from 'class-validator';
import { ProjectView } from '../project-reads';

export class AddedLogView {
  @IsUUID()
  id: string;

  @IsInt()
  sequence: number;
}

export class SyncAnswer {
  @Holds(() => ProjectView)
  project: ProjectView;

  @IsBoolean()
  readme_updated: boolean;

  @ListOf(() => AddedLogView)
  logs_added: AddedLogView[];

  @Describe('The logs of the project that new logs are equal to. Absent unless `skip_equal_logs` is true.')
  @MayBeAbsent()
  @ListOf(() => AddedLogView)
  logs_present?: AddedLogView[];

  @Describe('The sequence that the next log gets.')
  @IsInt()
  next_sequence: number;
}
