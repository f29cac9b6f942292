import type { ArgumentsHost, ExecutionContext, Type } from '@nestjs/common';

/** The request and the response of a call; the request is made when somebody looks. */
interface Exchange {
  readonly request: object;
  readonly response: object;
}

type Arguments = readonly [request: object, response: object, next: Next];
type Next = (error?: unknown) => void;
type Handler = (...args: never[]) => unknown;

/**
 * The execution context of a call. Its type is `http` on every transport: guards, interceptors and
 * filters written for the route bail out or lose their store for any other type.
 */
export class CallExecutionContext implements ExecutionContext, ArgumentsHost {
  #type = 'http';
  #args?: Arguments;

  constructor(
    private readonly exchange: Exchange,
    private readonly next: Next,
    private readonly metatype: Type,
    private readonly handler: Handler,
  ) {}

  get args(): Arguments {
    return (this.#args ??= [this.exchange.request, this.exchange.response, this.next]);
  }
  getClass<T>(): Type<T> {
    return this.metatype as Type<T>;
  }
  getHandler(): Handler {
    return this.handler;
  }
  getArgs<T extends unknown[]>(): T {
    return this.args as unknown as T;
  }
  getArgByIndex<T>(index: number): T {
    return this.args[index] as T;
  }
  getType<T extends string>(): T {
    return this.#type as T;
  }
  setType(type: string): void {
    if (type) this.#type = type;
  }
  // Nest's own host returns itself as well, so that a context may be kept and asked again.
  switchToHttp(): this {
    return this;
  }
  getRequest<T>(): T {
    return this.args[0] as T;
  }
  getResponse<T>(): T {
    return this.args[1] as T;
  }
  getNext<T>(): T {
    return this.args[2] as T;
  }
  switchToRpc(): { getData<T>(): T; getContext<T>(): T } {
    return { getData: () => this.getArgByIndex(0), getContext: () => this.getArgByIndex(1) };
  }
  switchToWs(): { getClient<T>(): T; getData<T>(): T; getPattern(): string } {
    return {
      getClient: () => this.getArgByIndex(0),
      getData: () => this.getArgByIndex(1),
      getPattern: () => this.getArgByIndex(this.args.length - 1),
    };
  }
}
