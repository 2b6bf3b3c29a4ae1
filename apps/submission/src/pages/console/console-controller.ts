import { applyDecorators, Controller, SetMetadata, UseGuards, UseInterceptors } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi } from '@shipyard/http';
import type { StaffRole } from '../../accounts';
import { StudioEntrance } from '../studio/studio-entrance';
import { StudioGuard } from '../studio/studio.guard';
import { ConsoleEntrance, CONSOLE_ROLES } from './console-entrance';

/**
 * A controller of the staff console. Its routes are reached with a session and one of the roles only; without roles, by
 * all staff. A form is a `@StudioForm()`, as in the studio.
 */
export const ConsoleController = (path: string, ...roles: StaffRole[]) =>
  applyDecorators(
    OutsideApi(),
    TokenOptional(),
    SetMetadata(CONSOLE_ROLES, roles),
    UseGuards(StudioGuard),
    UseInterceptors(StudioEntrance, ConsoleEntrance),
    Controller(path),
  );

/** A route that fewer roles may open than the others of its controller. */
export const ConsoleRoles = (...roles: StaffRole[]) => SetMetadata(CONSOLE_ROLES, roles);
