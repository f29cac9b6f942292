import type { Histogram, MeterProvider, Tracer, TracerProvider } from '@opentelemetry/api';

/** The module `@opentelemetry/api`. */
export type OpenTelemetry = typeof import('@opentelemetry/api');

/** Loads `@opentelemetry/api`; undefined where the application does not have it. */
export async function loadTelemetry(): Promise<Telemetry | undefined> {
  const api = await import('@opentelemetry/api').catch(() => undefined);
  return api && new Telemetry(api);
}

/** OpenTelemetry, where the application has it; providers may be registered at any time. */
export class Telemetry {
  readonly tracer: Tracer;
  /** The tracer provider that stands in until there is one. */
  readonly #noTracers: TracerProvider | undefined;
  #meters?: MeterProvider;
  #duration?: Histogram;

  constructor(readonly api: OpenTelemetry) {
    this.tracer = api.trace.getTracer('nest-toolport');
    // The next major version may no longer show it: then every call is traced.
    const { ProxyTracerProvider } = api as Partial<OpenTelemetry>;
    this.#noTracers = ProxyTracerProvider && new ProxyTracerProvider().getDelegate();
  }

  /** Whether anybody would learn of a call: the API alone, which other packages bring along, tells nobody. */
  get heard(): boolean {
    const { trace, propagation } = this.api;
    return (
      delegateOf(trace.getTracerProvider()) !== this.#noTracers ||
      this.duration !== undefined ||
      propagation.fields().length > 0
    );
  }

  /** Of a call in seconds (MCP semantic conventions); undefined where nobody measures. */
  get duration(): Histogram | undefined {
    const meters = this.api.metrics.getMeterProvider();
    // Unlike a tracer, a meter that was got too early stays without effect.
    if (meters !== this.#meters) {
      this.#meters = meters;
      this.#duration = this.#histogramOf(meters);
    }
    return this.#duration;
  }

  #histogramOf(meters: MeterProvider): Histogram | undefined {
    const meter = meters.getMeter('nest-toolport');
    if (meter === this.api.createNoopMeter()) return undefined;
    return meter.createHistogram('mcp.server.operation.duration', {
      unit: 's',
      description: 'Duration of an MCP request as the server sees it',
    });
  }
}

/** The API hands out a proxy, which has the application's provider once there is one. */
function delegateOf(provider: TracerProvider & { getDelegate?(): TracerProvider }): TracerProvider {
  return provider.getDelegate?.() ?? provider;
}
