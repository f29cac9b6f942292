import { isJsonObject } from '../../protocol/json-rpc.js';
import type { ClientCapabilities } from '../../protocol/capabilities.js';
import type { InputRequest } from '../../protocol/input-requests.js';

/** The capability that a question needs, in the shape of client capabilities, where it is missing. */
export function missingCapabilities(
  request: InputRequest,
  declared: ClientCapabilities,
): Readonly<Record<string, object>> | undefined {
  switch (request.method) {
    case 'elicitation/create':
      return missingElicitation(request.params.mode ?? 'form', declared.elicitation);
    case 'sampling/createMessage':
      return missingSampling(request.params, declared.sampling);
    default:
      return isJsonObject(declared.roots) ? undefined : { roots: {} };
  }
}

function missingElicitation(mode: 'form' | 'url', declared: unknown) {
  // An empty object means forms: modes came later (2025-11-25, Elicitation, Capabilities).
  const modes = isJsonObject(declared) ? declared : undefined;
  const bare = modes !== undefined && modes.form === undefined && modes.url === undefined;
  const has = modes !== undefined && (isJsonObject(modes[mode]) || (bare && mode === 'form'));
  return has ? undefined : { elicitation: { [mode]: {} } };
}

function missingSampling(
  { tools, toolChoice }: { tools?: object; toolChoice?: object },
  declared: unknown,
) {
  if (!isJsonObject(declared)) return { sampling: {} };
  const needsTools = tools !== undefined || toolChoice !== undefined;
  return needsTools && !isJsonObject(declared.tools) ? { sampling: { tools: {} } } : undefined;
}
