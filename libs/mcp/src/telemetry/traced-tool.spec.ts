import * as api from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { McpCallContext } from '../context/call-context.js';
import { InputRequestSignal } from '../context/input-request.js';
import type { ToolEntry } from '../tools/tool-entry.js';
import { Telemetry } from './telemetry.js';
import { tracedTool } from './traced-tool.js';

describe('a traced tool', () => {
  const spans = new InMemorySpanExporter();
  beforeAll(() => {
    const spanProcessors = [new SimpleSpanProcessor(spans)];
    api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  });
  afterAll(() => api.trace.disable());
  beforeEach(() => spans.reset());

  it.each([
    ['a question to its caller is no failure', new InputRequestSignal(), api.SpanStatusCode.UNSET],
    ['an error is one', new TypeError('oops'), api.SpanStatusCode.ERROR],
  ])('%s', async (_title, thrown, code) => {
    const definition = { name: 'pay', inputSchema: { type: 'object' } } as const;
    const about = { name: 'pay', operationId: 'Shop.pay', tags: [], scopes: [], visible: true };
    const invoke = () => Promise.reject(thrown);
    const entry: ToolEntry = { ...about, definitionFor: () => definition, invoke };
    const { signal } = new AbortController();
    const call = new McpCallContext({ kind: 'tool', name: 'pay', transport: 'http', signal });
    await expect(tracedTool(entry, new Telemetry(api)).invoke({}, call)).rejects.toBe(thrown);
    expect(spans.getFinishedSpans()).toMatchObject([{ status: { code } }]);
  });
});
