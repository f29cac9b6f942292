import type { McpToolOptions } from '../decorators/tool.options.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';

/** What a tool says of itself, and whether its author said it. */
export interface ToolWords {
  readonly title?: string;
  readonly description: string;
  /** False: the description is only what the route or the method's name tells. */
  readonly described: boolean;
}

/** `@ApiOperation()` of @nestjs/swagger writes here; read by key, so that swagger stays optional. */
const API_OPERATION = 'swagger/apiOperation';

/** Title and description: the decorator's, else the API documentation's, else what the route says. */
export function toolWords(method: DiscoveredMethod<McpToolOptions>): ToolWords {
  const { options } = method;
  const { summary, description } = operationOf(method);
  const said = options.description ?? joinSentences(summary, description);
  const title = options.title ?? (summary || undefined);
  if (said) return { title, description: said, described: true };
  return { title, description: fallback(method), described: false };
}

function operationOf(method: DiscoveredMethod<unknown>): {
  summary?: string;
  description?: string;
} {
  const handler = (method.metatype.prototype as Record<string, object>)[method.methodName];
  return (Reflect.getMetadata(API_OPERATION, handler) ?? {}) as object;
}

function joinSentences(...sentences: (string | undefined)[]): string | undefined {
  const said = sentences.filter((sentence) => sentence).map((sentence) => String(sentence).trim());
  if (said.length === 0) return undefined;
  return said
    .map((text, i) => (i < said.length - 1 && !/[.!?]$/.test(text) ? `${text}.` : text))
    .join(' ');
}

function fallback({ route, metatype, methodName }: DiscoveredMethod<unknown>): string {
  const words = methodName.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return route ? `${words} (${route.verb} ${route.path})` : `${words} (${metatype.name})`;
}
