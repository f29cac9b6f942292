import type { InputRequest } from '../../protocol/input-requests.js';
import { missingCapabilities } from './required-capabilities.js';

const form: InputRequest = {
  method: 'elicitation/create',
  params: { message: '?', requestedSchema: { type: 'object', properties: {} } },
};
const url: InputRequest = {
  method: 'elicitation/create',
  params: { mode: 'url', message: '?', url: 'https://a.b' },
};
const sample: InputRequest = {
  method: 'sampling/createMessage',
  params: { messages: [], maxTokens: 1 },
};
const withTools: InputRequest = { ...sample, params: { ...sample.params, tools: [] } };
const roots: InputRequest = { method: 'roots/list' };

describe('what a question needs of the client', () => {
  it.each<[string, InputRequest, object, object | undefined]>([
    ['a form', form, {}, { elicitation: { form: {} } }],
    ['a form', form, { elicitation: {} }, undefined],
    ['a form', form, { elicitation: { form: {} } }, undefined],
    ['a form', form, { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    ['a page', url, { elicitation: {} }, { elicitation: { url: {} } }],
    ['a page', url, { elicitation: { url: {} } }, undefined],
    ['sampling', sample, {}, { sampling: {} }],
    ['sampling', sample, { sampling: {} }, undefined],
    ['sampling', sample, { sampling: true }, { sampling: {} }],
    ['sampling with tools', withTools, { sampling: {} }, { sampling: { tools: {} } }],
    ['sampling with tools', withTools, { sampling: { tools: {} } }, undefined],
    ['roots', roots, {}, { roots: {} }],
    ['roots', roots, { roots: { listChanged: true } }, undefined],
  ])('%s %# asks of %j and %j', (_what, request, declared, missing) => {
    expect(missingCapabilities(request, { ...declared })).toEqual(missing);
  });
});
