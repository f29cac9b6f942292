import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  McpCall,
  McpCallContext,
  McpError,
  McpNotifier,
  McpParam,
  McpResult,
  McpTool,
} from 'nest-toolport';
import { RED_PIXEL_PNG, SILENCE_WAV } from './media.js';

/** Schema that must reach the client unchanged (json-schema-2020-12). */
const VERBATIM_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const HEADER_SCHEMA = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    note: { type: 'string' },
  },
  additionalProperties: false,
};

/** What the referee asks of tools: every kind of content, errors, logs, progress, headers. */
@Injectable()
export class ContentTools {
  constructor(private readonly notifier: McpNotifier) {}

  @McpTool({ name: 'test_simple_text', description: 'Answers with text' })
  simpleText() {
    return 'This is a simple text response for testing.';
  }

  @McpTool({ name: 'test_image_content', description: 'Answers with an image' })
  image() {
    return McpResult.image(RED_PIXEL_PNG, 'image/png');
  }

  @McpTool({ name: 'test_audio_content', description: 'Answers with a sound' })
  audio() {
    return McpResult.audio(SILENCE_WAV, 'audio/wav');
  }

  @McpTool({ name: 'test_embedded_resource', description: 'Answers with a resource' })
  embedded() {
    return this.#resource('test://embedded-resource');
  }

  @McpTool({ name: 'test_multiple_content_types', description: 'Answers with several blocks' })
  multiple() {
    return McpResult.of([
      McpResult.text('Multiple content types test:'),
      McpResult.image(RED_PIXEL_PNG, 'image/png'),
      this.#resource('test://mixed-content-resource'),
    ]);
  }

  @McpTool({ name: 'test_tool_with_logging', description: 'Logs while it works' })
  async logging(@McpCall() call: McpCallContext) {
    call.log('info', 'Tool execution started');
    await delay(50);
    call.log('info', 'Tool processing data');
    await delay(50);
    call.log('info', 'Tool execution completed');
    return 'Tool with logging executed successfully';
  }

  @McpTool({ name: 'test_logging_tool', description: 'Logs one line' })
  logOnce(@McpCall() call: McpCallContext) {
    call.log('info', 'A line');
    return 'logged';
  }

  @McpTool({ name: 'test_error_handling', description: 'Always fails' })
  fails(): never {
    throw new McpError('TEST_FAILURE', 'This tool intentionally returns an error for testing');
  }

  @McpTool({ name: 'test_tool_with_progress', description: 'Tells how far it is' })
  async progress(@McpCall() call: McpCallContext) {
    for (const step of [0, 50, 100]) {
      call.progress(step, 100);
      await delay(50);
    }
    return 'done';
  }

  @McpTool({
    name: 'json_schema_2020_12_tool',
    description: 'Takes an explicit JSON Schema',
    input: VERBATIM_SCHEMA,
  })
  verbatim() {
    return 'ok';
  }

  @McpTool({
    name: 'test_x_mcp_header',
    description: 'Mirrors an argument in a header',
    input: HEADER_SCHEMA,
  })
  header(@McpParam('region') region?: string) {
    return `region=${region ?? ''}`;
  }

  @McpTool({ name: 'test_trigger_tool_change', description: 'Says that the tools have changed' })
  toolChange() {
    this.notifier.toolsChanged();
    return 'told';
  }

  @McpTool({
    name: 'test_trigger_prompt_change',
    description: 'Says that the prompts have changed',
  })
  promptChange() {
    this.notifier.promptsChanged();
    return 'told';
  }

  #resource(uri: string): McpResult {
    return McpResult.resource({ uri, mimeType: 'text/plain', text: 'An embedded resource.' });
  }
}
