import { applyDecorators, Controller, HttpCode, Post, SetMetadata, UseInterceptors } from '@nestjs/common';
import { OutsideApi, OwnBody } from '@shipyard/http';
import { Needs, type Operator } from '../operators';
import { ConsoleEntrance, CONSOLE_FORM } from './console-entrance';

/** A controller of the console. Its routes are reached with a session and at least this role only. */
export const ConsoleController = (path: string, role: Operator['role'] = 'viewer') =>
  applyDecorators(OutsideApi(), UseInterceptors(ConsoleEntrance), Needs(role), Controller(`admin/console/${path}`));

/**
 * A route that takes a form of the console. It reads the fields with `ConsolePages.read`. `keeps`: the fields that are
 * carried along while the operator logs in again. Others, such as passwords, are never sent back.
 */
export const ConsoleForm = (path = '', keeps: readonly string[] = []) =>
  applyDecorators(Post(path), HttpCode(200), OwnBody(), SetMetadata(CONSOLE_FORM, keeps));
