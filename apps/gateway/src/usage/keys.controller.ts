import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { HttpError, NO_RECORDER, RequestFault } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { keyErrors, type KeyManager, OwnKeysService, type KeyView } from '../keys';
import { type Member, SignedInMember } from '../members';
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
import { MemberPages } from './member-pages';
import { usageUrl } from './usage-parts';

const MOST_KEYS = 200;

/** An owner changes keys within what the operator allowed each. */
const managerOf = (member: Member): KeyManager => ({ customerId: member.customerId, keyId: null, actor: member });

@UsageController('keys')
export class KeyPagesController {
  constructor(
    private readonly pages: MemberPages,
    private readonly forms: SessionForms,
    private readonly keys: OwnKeysService,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @SignedInMember() member: Member,
    @Query('done') done: unknown,
  ): Promise<void> {
    await this.drawList(request, response, member, { fields: EMPTY_KEY, problems: {}, isDone: done === 'yes' });
  }

  /** A new key may do at most what the key may do that it is made like. Answers with the secret, which no address shows again. */
  @OwnersOnly()
  @UsageForm()
  @Post()
  @HttpCode(201)
  async create(@Req() request: Request, @Res() response: Response, @SignedInMember() member: Member): Promise<void> {
    const fields = readKeyFields(await this.forms.read(request, response));
    const { values, problems } = await checkNewKey(fields);
    if (!values)
      return this.drawList(request, response.status(422), member, { fields, problems: problemsOf(problems) });
    try {
      const caller = { customerId: member.customerId, keyId: fields.like, actor: member };
      const made = await this.keys.create(caller, NO_RECORDER, values);
      this.pages.send(request, response, (page) => SecretPage({ page, ...made }));
    } catch (error) {
      const refused = refusedField(error);
      await this.drawList(request, response.status(422), member, { fields, problems: refused });
    }
  }

  @OwnersOnly()
  @Get(':id')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @SignedInMember() member: Member,
    @Param('id') id: string,
  ): Promise<void> {
    const key = await this.find(member, id);
    this.pages.send(request, response, (page) => KeyPage({ page, keyView: key, fields: fieldsOf(key), problems: {} }));
  }

  @OwnersOnly()
  @UsageForm()
  @Post(':id')
  async change(
    @Req() request: Request,
    @Res() response: Response,
    @SignedInMember() member: Member,
    @Param('id') id: string,
  ): Promise<void> {
    const fields = readKeyFields(await this.forms.read(request, response));
    const key = await this.find(member, id);
    const problems = await this.tryChange(member, id, fields);
    if (Object.keys(problems).length > 0)
      return this.pages.send(request, response.status(422), (page) =>
        KeyPage({ page, keyView: key, fields, problems }),
      );
    response.redirect(303, `${usageUrl('keys')}?done=yes`);
  }

  @OwnersOnly()
  @UsageForm()
  @Post(':id/rotate')
  @HttpCode(200)
  async rotate(
    @Req() request: Request,
    @Res() response: Response,
    @SignedInMember() member: Member,
    @Param('id') id: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    await this.find(member, id);
    const rotated = await this.keys.rotate(managerOf(member), NO_RECORDER, id, {});
    this.pages.send(request, response, (page) => SecretPage({ page, ...rotated }));
  }

  @OwnersOnly()
  @UsageForm()
  @Post(':id/revoke')
  async revoke(
    @Req() request: Request,
    @Res() response: Response,
    @SignedInMember() member: Member,
    @Param('id') id: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    await this.find(member, id);
    await this.keys.revoke(managerOf(member), NO_RECORDER, id);
    response.redirect(303, `${usageUrl('keys')}?done=yes`);
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
    request: Request,
    response: Response,
    member: Member,
    form: { fields: KeyFields; problems: KeyProblems; isDone?: boolean },
  ): Promise<void> {
    const { items } = await this.keys.list(member, { limit: MOST_KEYS });
    this.pages.send(request, response, (page) => KeysPage({ page, items, isDone: false, ...form }));
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
