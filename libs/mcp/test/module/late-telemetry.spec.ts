import 'reflect-metadata';
import { Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { McpModule, McpTool } from '../../src/index.js';
import { createMcpTestClient } from '../../src/testing.js';

@Controller()
class SpansController {
  @Post('spans')
  @McpTool({ name: 'spans_active', description: 'Whether a span is round the call' })
  active() {
    return { active: trace.getActiveSpan() !== undefined };
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'late', version: '1.0.0' })],
  controllers: [SpansController],
})
class AppModule {}

describe('OpenTelemetry whose providers come after the application has started', () => {
  const spans = new InMemorySpanExporter();
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measured });

  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  });

  afterAll(async () => {
    await reader.shutdown();
    trace.disable();
    metrics.disable();
    context.disable();
  });

  it('makes no span while nobody would learn of it, then one, and a measurement', async () => {
    const app = await NestFactory.create(AppModule, { logger: false });
    await app.init();
    const client = createMcpTestClient(app);
    const active = async () => (await client.callTool('spans_active', {})).structuredContent;

    expect(await active()).toEqual({ active: false });

    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
    await active();
    const spanProcessors = [new SimpleSpanProcessor(spans)];
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
    expect(await active()).toEqual({ active: true });

    await app.close();
    await reader.forceFlush();
    expect(spans.getFinishedSpans().map(({ name }) => name)).toEqual(['tools/call spans_active']);
    const [metric] = measured.getMetrics()[0]?.scopeMetrics[0]?.metrics ?? [];
    expect(metric).toMatchObject({
      descriptor: { name: 'mcp.server.operation.duration' },
      dataPoints: [{ value: { count: 2 } }],
    });
  });
});
