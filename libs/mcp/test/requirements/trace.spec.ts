import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { Everything } from './support/everything.js';
import { EVERY_KIND } from './support/kinds.js';
import { stage } from './support/stage.js';

const spans = new InMemorySpanExporter();
const { start, open } = stage();

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const spanProcessors = [new SimpleSpanProcessor(spans)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
});
beforeEach(() => spans.reset());
afterAll(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe.each(EVERY_KIND)('trace context, %s', (kind) => {
  it('is W3C’s: a call joins the trace that its _meta names', async () => {
    const peer = await open(await start([Everything]), kind);
    const _meta = {
      traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
      tracestate: 'vendor=value',
    };
    await peer.ask('tools/call', { name: 'who', _meta });
    const span = spans.getFinishedSpans().find(({ name }) => name === 'tools/call who');
    expect(span?.spanContext().traceId).toBe(TRACE);
    expect(span?.spanContext().traceState?.get('vendor')).toBe('value');
    expect(span?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
  });

  it('that is malformed is no reason to fail a call, nor joined', async () => {
    const peer = await open(await start([Everything]), kind);
    for (const traceparent of ['made up', `00-${TRACE}-0-01`, 7, null]) {
      const answer = await peer.answer('tools/call', { name: 'who', _meta: { traceparent } });
      expect(answer.error).toBeUndefined();
    }
    const joined = spans.getFinishedSpans().map((span) => span.spanContext().traceId);
    expect(joined).not.toContain(TRACE);
  });
});
