import { Injectable } from '@nestjs/common';
import {
  McpCall,
  McpCallContext,
  McpComplete,
  McpParam,
  McpPrompt,
  McpResource,
  McpResult,
} from 'nest-toolport';
import { RED_PIXEL_PNG } from './media.js';

/** What the referee asks of resources, prompts and completion. */
@Injectable()
export class TestPrimitives {
  @McpResource('test://static-text', {
    name: 'static-text',
    description: 'A text',
    mimeType: 'text/plain',
  })
  staticText() {
    return 'This is the content of the static text resource.';
  }

  @McpResource('test://static-binary', {
    name: 'static-binary',
    description: 'An image',
    mimeType: 'image/png',
  })
  staticBinary() {
    return Buffer.from(RED_PIXEL_PNG, 'base64');
  }

  @McpResource('test://template/{id}/data', {
    name: 'template',
    description: 'Data by id',
    mimeType: 'application/json',
  })
  template(@McpParam('id') id: string) {
    return { id, templateTest: true, data: `Data for ID: ${id}` };
  }

  @McpResource('test://watched-resource', {
    name: 'watched-resource',
    description: 'May be subscribed to',
    mimeType: 'text/plain',
  })
  watched() {
    return 'Watched resource content';
  }

  @McpPrompt({ name: 'test_simple_prompt', description: 'One message' })
  simple() {
    return 'This is a simple prompt for testing.';
  }

  @McpPrompt({
    name: 'test_prompt_with_arguments',
    description: 'Two arguments',
    args: { arg1: 'The first', arg2: 'The second' },
  })
  withArguments(@McpParam('arg1') arg1: string, @McpParam('arg2') arg2: string) {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }

  @McpPrompt({
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource',
    args: { resourceUri: 'Which one' },
  })
  withResource(@McpParam('resourceUri') uri: string) {
    return McpResult.of([
      McpResult.resource({ uri, mimeType: 'text/plain', text: 'Embedded resource content.' }),
      McpResult.text('Please process the embedded resource above.'),
    ]);
  }

  @McpPrompt({ name: 'test_prompt_with_image', description: 'An image' })
  withImage() {
    return McpResult.of([
      McpResult.image(RED_PIXEL_PNG, 'image/png'),
      McpResult.text('Please analyze the image above.'),
    ]);
  }

  @McpPrompt({ name: 'test_input_required_result_prompt', description: 'Asks before it answers' })
  async asking(@McpCall() call: McpCallContext) {
    const question = {
      message: 'In what context?',
      requestedSchema: {
        type: 'object' as const,
        properties: { context: { type: 'string' as const } },
        required: ['context'],
      },
    };
    const { action } = await call.elicit(question, { key: 'user_context' });
    return `The user chose to ${action}`;
  }

  @McpComplete({ prompt: 'test_prompt_with_arguments', argument: 'arg1' })
  complete(@McpParam('value') value: string) {
    return ['test one', 'test two', 'other'].filter((word) => word.startsWith(value));
  }
}
