import { Injectable } from '@nestjs/common';
import { checkFields, type HttpError, NO_RECORDER } from '@shipyard/http';
import { refusalOf } from '@shipyard/pages';
import type { Caller } from '../../accounts';
import { ProjectsService } from '../../projects';
import { DecisionsService, ShipDto } from '../../staff';
import { MOST_LINES, type Parcel } from './parcel-lines';

export interface CheckedParcel {
  parcel: Parcel;
  problem: 'lacks_tracking' | 'twice' | 'too_long' | 'too_many' | HttpError | null;
  /** The parcel went before, so this is no problem: a page was sent twice, or a list has old lines. */
  isPast: boolean;
}

/** Many parcels at once. Each is shipped for itself, so that one that fails keeps no other. */
@Injectable()
export class ParcelsService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly decisions: DecisionsService,
  ) {}

  /** Says what would fail, and changes nothing. */
  check(caller: Caller, parcels: readonly Parcel[]): Promise<CheckedParcel[]> {
    return this.each(parcels, async ({ slug }) => {
      const project = await this.projects.findOfAnother({ slug }, caller);
      if (project.state !== 'shipment_submitted')
        throw this.projects.conflict('Nothing is to be sent.', project, caller);
    });
  }

  ship(caller: Caller, parcels: readonly Parcel[]): Promise<CheckedParcel[]> {
    return this.each(parcels, ({ slug }, values) => this.decisions.ship(caller, NO_RECORDER, slug, values));
  }

  private async each(
    parcels: readonly Parcel[],
    work: (parcel: Parcel, values: ShipDto) => Promise<unknown>,
  ): Promise<CheckedParcel[]> {
    const checked: CheckedParcel[] = [];
    for (const [at, parcel] of parcels.entries()) {
      const isTwice = parcels.findIndex(({ slug }) => slug === parcel.slug) < at;
      const { values } = await checkFields(ShipDto, { carrier: parcel.carrier, tracking: parcel.tracking });
      const problem = at >= MOST_LINES ? 'too_many' : isTwice ? 'twice' : lackOf(parcel);
      if (problem || !values) checked.push({ parcel, problem: problem ?? 'too_long', isPast: false });
      else checked.push({ parcel, ...(await outcomeOf(() => work(parcel, values))) });
    }
    return checked;
  }
}

const lackOf = ({ tracking }: Parcel) => (tracking === null ? 'lacks_tracking' : null);

async function outcomeOf(work: () => Promise<unknown>): Promise<Pick<CheckedParcel, 'problem' | 'isPast'>> {
  try {
    await work();
    return { problem: null, isPast: false };
  } catch (error) {
    const refusal = refusalOf(error);
    const isPast = refusal.particulars.details?.state === 'shipped';
    return { problem: isPast ? null : refusal, isPast };
  }
}
