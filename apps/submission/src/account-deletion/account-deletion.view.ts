import { Describe } from '@shipyard/http';
import { IsInt, Min } from 'class-validator';

export class DeletedAccountView {
  @Describe('The number of projects that nobody can see any more. The worker erases them and their images.')
  @IsInt()
  @Min(0)
  projects_erased: number;

  @Describe('The number of projects that stay without a name.')
  @IsInt()
  @Min(0)
  projects_kept: number;
}
