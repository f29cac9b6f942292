// Compiled with `declaration: true`: each return type that is inferred here must have a public name.
import type { McpCallContext, McpServer } from 'nest-toolport';
import type { McpTestClient } from 'nest-toolport/testing';

const question = { message: '?', requestedSchema: { type: 'object', properties: {} } } as const;
const prompt = { messages: [], maxTokens: 1 };

export const ask = (call: McpCallContext) => call.elicit(question);
export const send = (call: McpCallContext) => call.elicit({ mode: 'url', message: '?', url: '' });
export const sample = (call: McpCallContext) => call.sample(prompt);
export const sampled = async (call: McpCallContext) => (await call.sample(prompt)).content;
export const roots = (call: McpCallContext) => call.roots();
export const client = (call: McpCallContext) => call.client;

export async function filledIn(call: McpCallContext) {
  const answer = await call.elicit(question);
  return answer.action === 'accept' ? answer.content : undefined;
}

export const tools = (server: McpServer) => server.tools;
export const resources = (server: McpServer) => server.resources;
export const prompts = (server: McpServer) => server.prompts;

export const notifications = (test: McpTestClient) => test.notifications;
export const called = (test: McpTestClient) => test.callTool('orders_get');
