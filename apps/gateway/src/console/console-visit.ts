import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { SessionForms } from '@shipyard/pages';
import { type Operator, operatorOf } from '../operators';
import { type OperatorSession, PageRenderer, PageVisit, VisitPages } from '../pages';

export class ConsoleVisit extends PageVisit {
  get operator(): Operator {
    return operatorOf(this.request);
  }
}

export const Visit = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return new ConsoleVisit(http.getRequest(), http.getResponse());
});

@Injectable()
export class ConsolePages extends VisitPages<OperatorSession> {
  constructor(renderer: PageRenderer, forms: SessionForms) {
    super(renderer, forms);
  }
}
