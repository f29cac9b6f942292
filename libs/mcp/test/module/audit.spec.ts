import {
  Body,
  Controller,
  ForbiddenException,
  Injectable,
  Module,
  NotFoundException,
  Post,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
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
import { IsString } from 'class-validator';
import { McpModule, McpTool, type McpAuditEvent } from 'nest-toolport';
import { createMcpTestClient } from 'nest-toolport/testing';

class LoginDto {
  @IsString()
  user: string;

  @IsString()
  password: string;

  @IsString()
  nickname: string;
}

const events: McpAuditEvent[] = [];

@Injectable()
class OuterService {
  traceId?: string;
}

@Controller('logins')
class LoginsController {
  constructor(private readonly outer: OuterService) {}

  @Post()
  @McpTool({ description: 'Logs in' })
  create(@Body() dto: LoginDto) {
    this.outer.traceId = trace.getActiveSpan()?.spanContext().traceId;
    if (dto.user === 'nobody') throw new NotFoundException('Who?');
    if (dto.user === 'mallory') throw new ForbiddenException();
    return { ok: true };
  }
}

@Module({
  imports: [
    McpModule.forRoot({
      audit: { handler: (event) => void events.push(event), redact: ['nickname'] },
    }),
  ],
  controllers: [LoginsController],
  providers: [OuterService],
})
class AppModule {}

async function started() {
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.init();
  events.length = 0;
  const headers = { 'user-agent': 'desk/1', 'x-tenant-id': 't1', 'x-correlation-id': 'c1' };
  return { app, client: createMcpTestClient(app, { headers }) };
}

const ann = { user: 'ann', password: 'hunter2', nickname: 'annie' };

describe('the audit hook', () => {
  it('tells of each call once, without its secrets', async () => {
    const { app, client } = await started();
    await client.callTool('logins_create', ann);
    await app.close();
    expect(events).toMatchObject([
      {
        operationId: 'LoginsController.create',
        name: 'logins_create',
        kind: 'tool',
        transport: 'in-process',
        outcome: 'success',
        args: { user: 'ann', password: '[redacted]', nickname: '[redacted]' },
        userAgent: 'desk/1',
        tenant: 't1',
        correlationId: 'c1',
        client: { name: 'nest-toolport/testing' },
      },
    ]);
    expect(events[0]?.ms).toBeGreaterThan(0);
  });

  it('tells how a call failed', async () => {
    const { app, client } = await started();
    await client.callTool('logins_create', { ...ann, user: 'nobody' });
    await client.callTool('logins_create', { user: 'x' });
    await app.close();
    expect(events).toMatchObject([
      { outcome: 'failed', code: 'NOT_FOUND' },
      { outcome: 'failed', code: 'VALIDATION_FAILED' },
    ]);
  });

  it('changes no answer when it throws itself', async () => {
    const { app, client } = await started();
    const push = jest.spyOn(events, 'push').mockImplementation(() => {
      throw new Error('disk full');
    });
    const result = await client.callTool('logins_create', ann);
    push.mockRestore();
    await app.close();
    expect(result.structuredContent).toEqual({ ok: true });
  });
});

describe('OpenTelemetry', () => {
  const spans = new InMemorySpanExporter();
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measured });

  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    const spanProcessors = [new SimpleSpanProcessor(spans)];
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  });

  afterAll(async () => {
    await reader.shutdown();
    trace.disable();
    metrics.disable();
    context.disable();
    propagation.disable();
  });

  it('joins the trace that the caller names in _meta', async () => {
    const { app, client } = await started();
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const meta = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    spans.reset();
    await client.callTool('logins_create', ann, { meta });
    await client.callTool('logins_create', { ...ann, user: 'nobody' }, { meta });
    const inner = app.get(OuterService).traceId;
    await app.close();
    await reader.forceFlush();
    const [good, bad] = spans.getFinishedSpans();
    expect(inner).toBe(traceId);
    expect(good).toMatchObject({
      name: 'tools/call logins_create',
      attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'logins_create' },
    });
    expect(good?.spanContext().traceId).toBe(traceId);
    expect(bad?.attributes).toMatchObject({ 'error.type': 'NOT_FOUND' });
    const [metric] = measured.getMetrics()[0]?.scopeMetrics[0]?.metrics ?? [];
    expect(metric?.descriptor).toMatchObject({ name: 'mcp.server.operation.duration', unit: 's' });
  });
});
