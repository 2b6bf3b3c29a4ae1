import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type StaffRole, StaffRolesService } from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { isOpen, ProgramsService } from '../programs';
import { type CheckStanding, SETUP_CHECKS, type SetupCheck } from './setup-checks';

/** An answer of this age is found out anew. */
const FRESH_SECONDS = 60;
/** The worker looks every two seconds, and gives up on a server after ten. */
const ANSWER_WITHIN_SECONDS = 30;

/** `checking`: the worker has been asked. `silent`: it does not answer. */
export type SetupStanding = CheckStanding | 'checking' | 'silent';

export interface SetupFacts {
  programs: { all: number; open: number };
  staff: Record<StaffRole, number>;
  checks: Record<SetupCheck, SetupStanding>;
  /** Whether mail in files is meant, because this is a demo. */
  isDemo: boolean;
}

/** What a new installation still lacks, from the facts of the running service. */
@Injectable()
export class SetupService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly programs: ProgramsService,
    private readonly roles: StaffRolesService,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'DEMO'>,
  ) {}

  async read(): Promise<SetupFacts> {
    const programs = await this.programs.list();
    const checks = await this.dataSource.query<
      { name: SetupCheck; standing: CheckStanding | null; waits: number | null }[]
    >(
      `SELECT name, standing, CASE WHEN answered_at IS NULL OR answered_at < asked_at
         THEN extract(epoch FROM now() - asked_at)::float8 END AS waits FROM setup_checks`,
    );
    const standingOf = (check: SetupCheck): SetupStanding => {
      const { standing = null, waits = null } = checks.find(({ name }) => name === check) ?? {};
      if (waits !== null && waits > ANSWER_WITHIN_SECONDS) return 'silent';
      return waits !== null || standing === null ? 'checking' : standing;
    };
    return {
      programs: { all: programs.length, open: programs.filter((program) => isOpen(program)).length },
      staff: await this.roles.count(),
      checks: { mail: standingOf('mail'), gateway: standingOf('gateway') },
      isDemo: this.config.DEMO,
    };
  }

  /** Asks the worker again, unless its answer is fresh. A question that waits stays as old as it is. */
  async ask(): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO setup_checks (name, asked_at) SELECT name, now() FROM unnest($1::text[]) AS name
       ON CONFLICT (name) DO UPDATE SET asked_at = now()
       WHERE setup_checks.answered_at >= setup_checks.asked_at AND setup_checks.answered_at < now() - make_interval(secs => $2)`,
      [SETUP_CHECKS, FRESH_SECONDS],
    );
  }
}

/** What keeps people from taking part. What is being found out does not count. */
export function lacksOf({ programs, staff, checks, isDemo }: SetupFacts): ('program' | 'staff' | 'mail' | 'gateway')[] {
  const known = (standing: SetupStanding) => standing !== 'fine' && standing !== 'checking';
  return [
    ...(programs.open === 0 ? (['program'] as const) : []),
    ...(staff.reviewer === 0 || staff.fulfilment === 0 ? (['staff'] as const) : []),
    ...(known(checks.mail) && !(isDemo && checks.mail === 'files') ? (['mail'] as const) : []),
    ...(known(checks.gateway) ? (['gateway'] as const) : []),
  ];
}
