import { Reflector } from '@nestjs/core';
import type { Role } from './caller.js';

/** The role that a route or a whole controller asks for: `@Roles('writer')`. */
export const Roles = Reflector.createDecorator<Role>();
