import type { GetPromptResult } from '../../protocol/definitions.js';
import type { CallToolResult, ContentBlock } from '../../protocol/messages.js';
import type { Dialect } from './dialect.js';
import { handshakeDialect } from './handshake.dialect.js';

/** 2025-03-26: no structured content, no links; batches. */
export const MARCH_2025_DIALECT: Dialect = early('2025-03-26', true, ['resource_link']);

/** 2024-11-05: no sound either. */
export const FIRST_DIALECT: Dialect = early('2024-11-05', false, ['resource_link', 'audio']);

function early(
  version: '2024-11-05' | '2025-03-26',
  batches: boolean,
  unknown: readonly ContentBlock['type'][],
): Dialect {
  const known = (item: ContentBlock) => (unknown.includes(item.type) ? asText(item) : item);
  return Object.freeze({
    ...handshakeDialect(version),
    batches,
    toolResult: (result: CallToolResult) => ({
      ...result,
      content: result.content.map(known),
      structuredContent: undefined,
    }),
    promptResult: (result: GetPromptResult) => ({
      ...result,
      messages: result.messages.map(({ role, content }) => ({ role, content: known(content) })),
    }),
  });
}

/** What an older client cannot read, it is told about. */
function asText(item: ContentBlock): ContentBlock {
  if (item.type === 'resource_link') return { type: 'text', text: item.uri };
  return { type: 'text', text: `[${item.type} content, not readable in this protocol revision]` };
}
