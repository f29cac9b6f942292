import type { CanActivate, Type } from '@nestjs/common';
import { ENTRY_PROVIDER_METADATA } from '../decorators/metadata-keys.js';
import type { Challenger } from './challenger.js';

/**
 * The class that guards see when a message is not a call (initialize, lists, unknown names). A
 * provider of the module, so that Nest makes scoped global guards for it.
 */
export class McpEndpoint {
  handle(): void {}
}
Reflect.defineMetadata(ENTRY_PROVIDER_METADATA, true, McpEndpoint);

/** What the application puts on the endpoint. */
export interface EndpointOptions {
  /** Where it is mounted, e.g. `/mcp`: what guards see as URL and route. */
  readonly path: string;
  /** Metadata decorators: `[Public()]`. */
  readonly decorators?: readonly (ClassDecorator | MethodDecorator)[];
  /** Guards of the endpoint alone, beside the global ones. */
  readonly guards?: readonly CanActivate[];
  /** `WWW-Authenticate` of a refusal. @default a bare `Bearer` */
  readonly challenge?: Challenger;
}

/** An endpoint class of its own for one mount, with the application's metadata on class and method. */
export function decorateEndpoint({ decorators = [] }: EndpointOptions): Type<McpEndpoint> {
  class DecoratedEndpoint extends McpEndpoint {
    override handle(): void {}
  }
  Object.defineProperty(DecoratedEndpoint, 'name', { value: McpEndpoint.name });
  const { prototype } = DecoratedEndpoint;
  const method = Object.getOwnPropertyDescriptor(prototype, 'handle') as PropertyDescriptor;
  for (const decorator of decorators) {
    (decorator as ClassDecorator)(DecoratedEndpoint);
    (decorator as MethodDecorator)(prototype, 'handle', method);
  }
  return DecoratedEndpoint;
}
