import type { InputRequest } from '../../protocol/input-requests.js';
import { isJsonObject } from '../../protocol/json-rpc.js';
import { readForm } from './form-check.js';

/** A client's answer, fit for use; undefined where it is none to this question: it is asked again. */
export function readAnswer(request: InputRequest, answer: unknown): object | undefined {
  if (!isJsonObject(answer)) return undefined;
  switch (request.method) {
    case 'elicitation/create':
      return readElicitation(request.params, answer);
    case 'sampling/createMessage':
      return isSampled(answer) ? answer : undefined;
    default:
      return Array.isArray(answer.roots) && answer.roots.every(isRoot) ? answer : undefined;
  }
}

type ElicitationParams = Extract<InputRequest, { method: 'elicitation/create' }>['params'];

function readElicitation(params: ElicitationParams, answer: Record<string, unknown>) {
  const { action } = answer;
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') return undefined;
  if (params.mode === 'url') return { action };
  const content = readForm(params.requestedSchema, answer.content);
  return content && { action, content };
}

function isSampled({ role, content, model }: Record<string, unknown>): boolean {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const known = blocks.every((block) => isJsonObject(block) && typeof block.type === 'string');
  return known && typeof model === 'string' && (role === 'assistant' || role === 'user');
}

function isRoot(root: unknown): boolean {
  return isJsonObject(root) && typeof root.uri === 'string';
}
