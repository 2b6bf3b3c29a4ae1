import { IsLine, MayBeAbsent } from '@shipyard/http';
import { IsIn, Matches } from 'class-validator';

export class AgreeForm {
  @IsLine({ min: 1, max: 80 })
  name: string;

  /** Browsers send a box only if it is checked. */
  @MayBeAbsent()
  @IsIn(['yes'])
  indexing?: 'yes';
}

export class DeletionForm {
  @IsIn(['yes'])
  confirmed: 'yes';
}

export class ProjectForm {
  @Matches(/^[a-z0-9-]{3,32}$/)
  slug: string;
}
