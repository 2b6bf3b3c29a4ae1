import { Get, Param, Query } from '@nestjs/common';
import { HttpError, NO_RECORDER, RequestFault } from '@shipyard/http';
import { keyErrors, type KeyManager, OwnKeysService, type KeyView } from '../keys';
import { type Member } from '../members';
import {
  checkKeyTerms,
  checkNewKey,
  EMPTY_KEY,
  fieldsOf,
  type KeyFields,
  type KeyProblems,
  problemsOf,
  readKeyFields,
  refusedField,
} from './key-fields';
import { KeyPage, KeysPage, SecretPage } from './keys.views';
import { OwnersOnly, UsageController, UsageForm } from './member-entrance';
import { MemberVisit, Visit, VisitedPages } from './member-visit';
import { usageUrl } from './usage-parts';

const MOST_KEYS = 200;

/** An owner changes keys within what the operator allowed each. */
const managerOf = (member: Member): KeyManager => ({ customerId: member.customerId, keyId: null, actor: member });

@UsageController('keys')
export class KeyPagesController {
  constructor(
    private readonly pages: VisitedPages,
    private readonly keys: OwnKeysService,
  ) {}

  @Get()
  async list(@Visit() visit: MemberVisit, @Query('done') done: unknown): Promise<void> {
    await this.drawList(visit, { fields: EMPTY_KEY, problems: {}, isDone: done === 'yes' });
  }

  /** A new key may do at most what the key may do that it is made like. Answers with the secret, which no address shows again. */
  @OwnersOnly()
  @UsageForm('', 201)
  async create(@Visit() visit: MemberVisit): Promise<void> {
    const fields = readKeyFields(await this.pages.read(visit));
    const { values, problems } = await checkNewKey(fields);
    if (!values) return this.drawList(visit.status(422), { fields, problems: problemsOf(problems) });
    try {
      const caller = { customerId: visit.member.customerId, keyId: fields.like, actor: visit.member };
      const made = await this.keys.create(caller, NO_RECORDER, values);
      this.pages.send(visit, (page) => SecretPage({ page, ...made }));
    } catch (error) {
      const refused = refusedField(error);
      await this.drawList(visit.status(422), { fields, problems: refused });
    }
  }

  @OwnersOnly()
  @Get(':id')
  async show(@Visit() visit: MemberVisit, @Param('id') id: string): Promise<void> {
    const key = await this.find(visit.member, id);
    this.pages.send(visit, (page) => KeyPage({ page, keyView: key, fields: fieldsOf(key), problems: {} }));
  }

  @OwnersOnly()
  @UsageForm(':id')
  async change(@Visit() visit: MemberVisit, @Param('id') id: string): Promise<void> {
    const fields = readKeyFields(await this.pages.read(visit));
    const key = await this.find(visit.member, id);
    const problems = await this.tryChange(visit.member, id, fields);
    if (Object.keys(problems).length > 0)
      return this.pages.send(visit.status(422), (page) => KeyPage({ page, keyView: key, fields, problems }));
    visit.leadTo(usageUrl('keys'), 'yes');
  }

  @OwnersOnly()
  @UsageForm(':id/rotate')
  async rotate(@Visit() visit: MemberVisit, @Param('id') id: string): Promise<void> {
    await this.pages.read(visit);
    await this.find(visit.member, id);
    const rotated = await this.keys.rotate(managerOf(visit.member), NO_RECORDER, id, {});
    this.pages.send(visit, (page) => SecretPage({ page, ...rotated }));
  }

  @OwnersOnly()
  @UsageForm(':id/revoke')
  async revoke(@Visit() visit: MemberVisit, @Param('id') id: string): Promise<void> {
    await this.pages.read(visit);
    await this.find(visit.member, id);
    await this.keys.revoke(managerOf(visit.member), NO_RECORDER, id);
    visit.leadTo(usageUrl('keys'), 'yes');
  }

  private async tryChange(member: Member, id: string, fields: KeyFields): Promise<KeyProblems> {
    const { values, problems } = await checkKeyTerms(fields);
    if (!values) return problemsOf(problems);
    try {
      await this.keys.change(managerOf(member), NO_RECORDER, id, values);
      return {};
    } catch (error) {
      return refusedField(error);
    }
  }

  private async drawList(
    visit: MemberVisit,
    form: { fields: KeyFields; problems: KeyProblems; isDone?: boolean },
  ): Promise<void> {
    const { items } = await this.keys.list(visit.member, { limit: MOST_KEYS });
    this.pages.send(visit, (page) => KeysPage({ page, items, isDone: false, ...form }));
  }

  private async find(member: Member, id: string): Promise<KeyView> {
    try {
      return (await this.keys.find(member, id)).key;
    } catch (error) {
      if (error instanceof HttpError && error.code === keyErrors.key_not_found.code)
        throw new RequestFault({ kind: 'route_unknown' });
      throw error;
    }
  }
}
