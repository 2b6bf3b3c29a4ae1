import { Injectable } from '@nestjs/common';
import { COUNTRIES, isSlug, PROGRAM_ID } from '@shipyard/contracts';
import { DataSource } from 'typeorm';
import type { Caller } from '../../accounts';
import { ProgramsService } from '../../programs';
import {
  decodePlace,
  encodePlace,
  ProjectListsService,
  readSentParcels,
  readStateTimes,
  type SentParcel,
  type ShippingProject,
} from '../../project-reads';
import { projectErrors, ProjectsService } from '../../projects';
import { AddressReminders } from '../../shipments';
import { SHIPPING_STATES } from '../../staff';
import { consoleUrl } from '../console/console-parts';

export type ShippingState = (typeof SHIPPING_STATES)[number];

/** What the address of the list says. */
export interface ShippingFilter {
  state: ShippingState;
  program: string | null;
  /** The name of a prize. */
  prize: string | null;
  /** The code of a country. Only addresses have one. */
  country: string | null;
  /** The place of the last row of the page before. */
  after: string | null;
}

export interface WaitingPrize extends ShippingProject {
  /** Since when it has its state. */
  since: Date;
  /** Once it is sent, for as long as it is kept. */
  parcel: SentParcel | null;
  /** When its maker was last reminded of the address. */
  remindedAt: Date | null;
}

export interface ShippingList {
  filter: ShippingFilter;
  prizes: WaitingPrize[];
  /** Where the next page begins. */
  next: string | null;
  programs: readonly { id: string; name: string }[];
  /** The names of what programs send. */
  prizeNames: readonly string[];
}

/** A form has at most 50 fields, and each row has a box to tick. */
export const ROWS = 40;

export function filterOf(query: Readonly<Record<string, unknown>>): ShippingFilter {
  const { after, prize, country } = query;
  return {
    state: SHIPPING_STATES.find((state) => state === query.state) ?? 'shipment_submitted',
    program: typeof query.program === 'string' && PROGRAM_ID.test(query.program) ? query.program : null,
    prize: typeof prize === 'string' && prize !== '' ? prize : null,
    country: COUNTRIES.find((code) => code === country) ?? null,
    after: typeof after === 'string' && decodePlace(after) ? after : null,
  };
}

/** A URL of the part that keeps the filter, so that the list comes back as it was. */
export function shipmentsUrl({ state, program, prize, country, after }: ShippingFilter, ...steps: string[]): string {
  const query = new URLSearchParams({
    ...(state !== 'shipment_submitted' && { state }),
    ...(program !== null && { program }),
    ...(prize !== null && { prize }),
    ...(country !== null && { country }),
    ...(after !== null && { after }),
  }).toString();
  return consoleUrl('shipments', ...steps) + (query === '' ? '' : `?${query}`);
}

@Injectable()
export class ShipmentsQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: ProjectListsService,
    private readonly projects: ProjectsService,
    private readonly programs: ProgramsService,
    private readonly reminders: AddressReminders,
  ) {}

  async list(filter: ShippingFilter): Promise<ShippingList> {
    const { state, program, prize, country, after } = filter;
    const programs = await this.programs.list();
    const found = await this.lists.shipping(state, {
      limit: ROWS + 1,
      programId: program ?? undefined,
      prize: prize ?? undefined,
      country: country ?? undefined,
      after: after === null ? null : decodePlace(after),
    });
    const shown = found.slice(0, ROWS);
    const last = shown.at(-1);
    return {
      filter,
      prizes: await this.withTimes(shown.map(({ project }) => project)),
      next: last && found.length > ROWS ? encodePlace(last.place) : null,
      programs: programs.map(({ id, name }) => ({ id, name })),
      prizeNames: [...new Set(programs.flatMap(({ prizeName }) => prizeName ?? []))],
    };
  }

  /** Throws PROJECT_NOT_FOUND for one that no prize waits for either. */
  async one(caller: Caller, slug: string): Promise<WaitingPrize> {
    const { id } = await this.projects.findForOwnerOrStaff(slug, caller);
    const project = await this.lists.shippingOf(id);
    const [prize] = await this.withTimes(project && isShipping(project) ? [project] : []);
    if (!prize) throw projectErrors.PROJECT_NOT_FOUND();
    return prize;
  }

  /** Those among them that a prize waits for, or waited. */
  named(slugs: readonly string[]): Promise<Map<string, ShippingProject>> {
    return this.lists.shippingOfSlugs(slugs.filter(isSlug), SHIPPING_STATES);
  }

  private async withTimes(found: readonly ShippingProject[]): Promise<WaitingPrize[]> {
    const projectIds = found.map(({ id }) => id);
    const times = await readStateTimes(this.dataSource.manager, projectIds);
    const sent = found.filter(({ state }) => state === 'shipped').map(({ id }) => id);
    const parcels = sent.length === 0 ? null : await readSentParcels(this.dataSource.manager, sent);
    const reminders = await this.reminders.lastSent(projectIds);
    return found.map((project) => ({
      ...project,
      since: times.get(project.id) ?? project.updated_at,
      parcel: parcels?.get(project.id) ?? null,
      remindedAt: reminders.get(project.id) ?? null,
    }));
  }
}

const isShipping = ({ state }: ShippingProject) => SHIPPING_STATES.some((each) => each === state);
