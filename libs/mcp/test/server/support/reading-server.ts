import { promptEntry, resourceEntry, templateEntry } from './entries.js';
import type { Exchange } from './talk.js';

export const notes = resourceEntry('test://notes', async ({ uri }) => ({
  contents: [{ uri, mimeType: 'text/plain', text: 'hi' }],
}));
export const item = templateEntry('test://items/{id}', async ({ uri, variables }) => ({
  contents: [{ uri, text: JSON.stringify(variables) }],
}));
export const letter = promptEntry(
  'letter',
  [{ name: 'to', required: true }, { name: 'tone' }],
  async (args) => ({
    messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(args) } }],
  }),
);
export const full = { resources: [notes, item], prompts: [letter] };

export function names({ result }: Exchange, field = 'tools'): string[] {
  return (result[field] as { name: string }[]).map(({ name }) => name);
}
