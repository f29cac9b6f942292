import type { SetupProblem } from '../errors/setup.error.js';
import type { InputDerivation } from '../schema/derive-input.js';
import { requiredOf } from '../schema/schema-types.js';

/** A scheme and something behind it (RFC 3986 §3); a template's braces are no URI yet. */
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:./;

/**
 * Why nobody could ever read the resource: its URI is none, or its variables are not the method's
 * arguments.
 *
 * @param variables of the template; none for a URI
 */
export function uriFaults(
  uri: string,
  variables: readonly string[],
  { plan, enforced }: InputDerivation,
  where: string,
): SetupProblem[] {
  const code = 'MCP_RESOURCE_URI_INVALID';
  if (!ABSOLUTE.test(uri)) {
    const remedy = `give it a scheme, e.g. @McpResource('app://${uri.replace(/^\/+/, '')}')`;
    return [{ code, where, message: `"${uri}" is no absolute URI`, remedy }];
  }
  const known = plan.targets.map(({ name }) => name);
  const strangers = plan.rest ? [] : variables.filter((name) => !known.includes(name));
  const missing = requiredOf(enforced).filter((name) => !variables.includes(name));
  return [
    ...strangers.map((name) => ({
      code,
      where,
      message: `the variable {${name}} of "${uri}" is no argument of the method`,
      remedy: `name it as the method does: ${known.join(', ') || '(it takes no argument)'}`,
    })),
    ...missing.map((name) => ({
      code,
      where,
      message: `the method needs "${name}", which "${uri}" does not give`,
      remedy: `put {${name}} into the URI template, or make the argument optional`,
    })),
  ];
}
