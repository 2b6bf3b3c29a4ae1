import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { tokenInvalid } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { catchError, type Observable, throwError } from 'rxjs';

/** Answers a request that was let in just before its account was deleted like every later one. */
@Injectable()
export class DeletedAccountInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next
      .handle()
      .pipe(
        catchError((error: unknown) =>
          throwError(() => (violatedConstraint(error) === 'accounts_deleted_check' ? tokenInvalid() : error)),
        ),
      );
  }
}
