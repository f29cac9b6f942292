import { Injectable } from '@nestjs/common';
import { McpCall, McpCallContext, McpParam, McpTool } from 'nest-toolport';

/** What the referee asks of tools that ask back: written once, for both eras. */
@Injectable()
export class InputTools {
  @McpTool({ name: 'test_sampling', description: 'Lets the client’s model answer' })
  async sampling(@McpParam('prompt') prompt: string, @McpCall() call: McpCallContext) {
    const { content } = await call.sample({
      messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
      maxTokens: 100,
    });
    return `LLM response: ${JSON.stringify(content)}`;
  }

  @McpTool({ name: 'test_elicitation', description: 'Asks the user' })
  async elicitation(@McpParam('message') message: string, @McpCall() call: McpCallContext) {
    const answer = await call.elicit({
      message,
      requestedSchema: {
        type: 'object',
        properties: { response: { type: 'string', description: 'Your answer' } },
        required: ['response'],
      },
    });
    const content = answer.action === 'accept' ? answer.content : {};
    return `User response: action=${answer.action}, content=${JSON.stringify(content)}`;
  }

  @McpTool({ name: 'test_elicitation_sep1034_defaults', description: 'Asks with defaults' })
  async defaults(@McpCall() call: McpCallContext) {
    const { action } = await call.elicit({
      message: 'Please check these values',
      requestedSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        },
      },
    });
    return `Elicitation completed: ${action}`;
  }

  @McpTool({ name: 'test_elicitation_sep1330_enums', description: 'Asks for choices' })
  async enums(@McpCall() call: McpCallContext) {
    const plain = ['one', 'two', 'three'];
    const titled = plain.map((value) => ({ const: value, title: `Option ${value}` }));
    const { action } = await call.elicit({
      message: 'Please choose',
      requestedSchema: {
        type: 'object',
        properties: {
          untitledSingle: { type: 'string', enum: plain },
          titledSingle: { type: 'string', oneOf: titled },
          legacyEnum: { type: 'string', enum: plain, enumNames: ['One', 'Two', 'Three'] },
          untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
          titledMulti: { type: 'array', items: { anyOf: titled } },
        },
      },
    });
    return `Elicitation completed: ${action}`;
  }

  @McpTool({ name: 'test_missing_capability', description: 'Needs sampling' })
  async missingCapability(@McpCall() call: McpCallContext) {
    await call.sample({
      messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
      maxTokens: 10,
    });
    return 'sampled';
  }

  @McpTool({ name: 'test_streaming_elicitation', description: 'Streams, and asks nothing' })
  streaming(@McpCall() call: McpCallContext) {
    call.log('info', 'no request is on this stream');
    return 'done';
  }

  @McpTool({ name: 'test_input_required_result_elicitation', description: 'Asks for a name' })
  async name(@McpCall() call: McpCallContext) {
    const answer = await call.elicit<{ name: string }>(NAME_QUESTION, { key: 'user_name' });
    return answer.action === 'accept' ? `Hello, ${answer.content.name}!` : 'No name was given';
  }

  @McpTool({ name: 'test_input_required_result_sampling', description: 'Asks the model' })
  async capital(@McpCall() call: McpCallContext) {
    const { content } = await call.sample(
      {
        messages: [
          { role: 'user', content: { type: 'text', text: 'What is the capital of France?' } },
        ],
        maxTokens: 100,
      },
      { key: 'capital_question' },
    );
    return JSON.stringify(content);
  }

  @McpTool({ name: 'test_input_required_result_list_roots', description: 'Asks for roots' })
  async roots(@McpCall() call: McpCallContext) {
    const roots = await call.roots({ key: 'client_roots' });
    return `Roots: ${roots.map(({ uri }) => uri).join(', ')}`;
  }

  @McpTool({ name: 'test_input_required_result_request_state', description: 'Asks, keeps state' })
  async requestState(@McpCall() call: McpCallContext) {
    await call.elicit(CONFIRM_QUESTION, { key: 'confirm' });
    return 'state-ok';
  }

  @McpTool({
    name: 'test_input_required_result_multiple_inputs',
    description: 'Asks three things at once',
  })
  async multiple(@McpCall() call: McpCallContext) {
    const message = { role: 'user' as const, content: { type: 'text' as const, text: 'Greet' } };
    await Promise.all([
      call.elicit(NAME_QUESTION, { key: 'user_name' }),
      call.sample({ messages: [message], maxTokens: 50 }, { key: 'greeting' }),
      call.roots({ key: 'client_roots' }),
    ]);
    return 'All answers are here';
  }

  @McpTool({ name: 'test_input_required_result_multi_round', description: 'Asks twice' })
  async rounds(@McpCall() call: McpCallContext) {
    await call.elicit(NAME_QUESTION, { key: 'step1' });
    await call.elicit(COLOR_QUESTION, { key: 'step2' });
    return 'Both rounds are done';
  }

  @McpTool({ name: 'test_input_required_result_tampered_state', description: 'Guards its state' })
  async tampered(@McpCall() call: McpCallContext) {
    await call.elicit(CONFIRM_QUESTION, { key: 'confirm' });
    return 'confirmed';
  }

  @McpTool({
    name: 'test_input_required_result_capabilities',
    description: 'Asks only what the client can answer',
  })
  async capabilities(@McpCall() call: McpCallContext) {
    const message = { role: 'user' as const, content: { type: 'text' as const, text: 'Hello' } };
    const questions: Promise<unknown>[] = [];
    if (call.clientCapabilities.sampling) {
      questions.push(call.sample({ messages: [message], maxTokens: 50 }, { key: 'sampled' }));
    }
    if (call.clientCapabilities.elicitation) {
      questions.push(call.elicit(NAME_QUESTION, { key: 'user_name' }));
    }
    await Promise.all(questions);
    return 'answered';
  }
}

export const NAME_QUESTION = {
  message: 'What is your name?',
  requestedSchema: {
    type: 'object' as const,
    properties: { name: { type: 'string' as const } },
    required: ['name'],
  },
};

const COLOR_QUESTION = {
  message: 'What is your favourite colour?',
  requestedSchema: {
    type: 'object' as const,
    properties: { color: { type: 'string' as const } },
    required: ['color'],
  },
};

const CONFIRM_QUESTION = {
  message: 'Is that right?',
  requestedSchema: {
    type: 'object' as const,
    properties: { ok: { type: 'boolean' as const } },
    required: ['ok'],
  },
};
