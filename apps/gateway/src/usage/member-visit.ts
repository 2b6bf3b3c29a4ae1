import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { SessionForms } from '@shipyard/pages';
import { type Member, memberOf } from '../members';
import { PageVisit, VisitPages } from '../pages';
import { MemberPages, type MemberSession } from './member-pages';

export class MemberVisit extends PageVisit {
  get member(): Member {
    return memberOf(this.request);
  }
}

export const Visit = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return new MemberVisit(http.getRequest(), http.getResponse());
});

@Injectable()
export class VisitedPages extends VisitPages<MemberSession> {
  constructor(renderer: MemberPages, forms: SessionForms) {
    super(renderer, forms);
  }
}
