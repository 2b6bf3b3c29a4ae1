import { Describe, Holds, ListOf, MayBeAbsent, OnReceipt } from '@shipyard/http';
import { IsBoolean, IsInt, IsUUID } from 'class-validator';
import { ProjectView } from '../project-reads';

@OnReceipt()
export class AddedLogView {
  @Describe('The id of the log.')
  @IsUUID()
  id: string;

  @Describe('The number of the log in the project.')
  @IsInt()
  sequence: number;
}

@OnReceipt()
export class SyncAnswer {
  @Describe('The project after the sync.')
  @Holds(() => ProjectView)
  project: ProjectView;

  @Describe('Whether the request had a README.')
  @IsBoolean()
  readme_updated: boolean;

  @Describe('The logs that were added.')
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
