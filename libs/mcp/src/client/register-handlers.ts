import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';
import type { ServerHandlers } from './client-handler.js';

/** What we may truthfully say that we can do: a server asks for nothing that nobody answers. */
export function capabilitiesOf(handlers: ServerHandlers): ClientCapabilities {
  const { elicit, elicitUrl, sample, roots } = handlers;
  return {
    ...((elicit || elicitUrl) && {
      elicitation: {
        // Defaults of the form are filled in where the handler leaves a field out (SEP-1034).
        ...(elicit && { form: { applyDefaults: true } }),
        ...(elicitUrl && { url: {} }),
      },
    }),
    ...(sample && { sampling: {} }),
    ...(roots && { roots: {} }),
  };
}

/** Wires the handlers to a client whose capabilities are those of `capabilitiesOf`. */
export function registerHandlers(client: Client, server: string, handlers: ServerHandlers): void {
  const { elicit, elicitUrl, sample, roots } = handlers;
  if (elicit || elicitUrl) {
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
      const context = { server, signal: mcpReq.signal };
      const answer =
        params.mode === 'url'
          ? await elicitUrl?.(params, context)
          : await elicit?.(params, context);
      return answer ?? { action: 'decline' };
    });
  }
  if (sample) {
    client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) =>
      sample(params, { server, signal: mcpReq.signal }),
    );
  }
  if (roots) {
    client.setRequestHandler('roots/list', async ({ params }, { mcpReq }) =>
      roots({ ...params }, { server, signal: mcpReq.signal }),
    );
  }
}
