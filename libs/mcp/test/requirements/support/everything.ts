import { Injectable } from '@nestjs/common';
import {
  McpCall,
  McpComplete,
  McpParam,
  McpPrompt,
  McpResource,
  McpResult,
  McpTool,
  type McpCallContext,
} from 'nest-toolport';

/** Something of each kind of primitive. */
@Injectable()
export class Everything {
  @McpTool({ name: 'who', description: 'Says who asks, in which revision' })
  who(@McpCall() call: McpCallContext) {
    const { protocolVersion, client, clientCapabilities } = call;
    return JSON.stringify([protocolVersion, client?.name, clientCapabilities]);
  }

  @McpTool({ name: 'array', description: 'Answers with an array', output: false })
  array() {
    return McpResult.of({ content: [{ type: 'text', text: '[1]' }], structuredContent: [1] });
  }

  @McpTool({ name: 'object', description: 'Answers with an object', output: false })
  object() {
    const structuredContent = { a: 1 };
    return McpResult.of({ content: [{ type: 'text', text: '{"a":1}' }], structuredContent });
  }

  @McpTool({
    name: 'blocks',
    description: 'Answers with a block of each kind',
    icons: [{ src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['48x48'] }],
  })
  blocks() {
    return McpResult.of([
      McpResult.text('for people', { annotations: { audience: ['user'], priority: 0.5 } }),
      McpResult.image(Buffer.from([1, 2, 3]), 'image/png'),
      McpResult.audio(Buffer.from([4, 5, 6]), 'audio/wav'),
      McpResult.resourceLink({ uri: 'shelf://books/1', name: 'One', mimeType: 'text/plain' }),
      McpResult.resource({ uri: 'shelf://logo', mimeType: 'image/png', blob: Buffer.from([7]) }),
    ]);
  }

  @McpResource('shelf://logo', { description: 'The logo', mimeType: 'image/png' })
  logo() {
    return Buffer.from([1, 2, 3]);
  }

  @McpResource('shelf://books/{name}', { description: 'A book' })
  book(@McpParam('name') name: string) {
    return name;
  }

  @McpPrompt({ name: 'letter', description: 'A letter' })
  letter(@McpParam('to') to: string, @McpParam('tone') tone: string) {
    return [
      { role: 'user', content: { type: 'text', text: `Dear ${to}, ${tone}` } },
      { role: 'user', content: { type: 'image', data: 'AQID', mimeType: 'image/png' } },
    ];
  }

  @McpComplete({ prompt: 'letter', argument: 'to' })
  names(@McpParam('value') value: string, @McpParam('context') context: unknown) {
    return [`${value}!`, JSON.stringify(context)];
  }
}
