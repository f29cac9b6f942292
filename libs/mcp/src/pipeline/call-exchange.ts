import { lendRequest, type McpCallContext } from '../context/call-context.js';
import { REQUEST_ARGUMENTS } from '../decorators/metadata-keys.js';
import type { Outcome } from './invoker.js';
import type { RequestParts } from './request-parts.js';
import { makeRequest, type CallRequest } from './synthetic-request.js';
import { CallResponse } from './synthetic-response.js';

const NO_HEADERS: Outcome['headers'] = Object.freeze({ __proto__: null });

/**
 * The request and the response of one call, made when somebody looks: a method behind pipes alone
 * shows them to nobody, and they are the dearest objects of a call.
 */
export class CallExchange {
  readonly #user: unknown;
  #args: unknown;
  #request?: CallRequest;
  #response?: CallResponse;
  #status = 200;
  #isOver = false;

  /** @param limit bytes that may be written to the response */
  constructor(
    private readonly call: McpCallContext,
    readonly parts: RequestParts,
    private readonly limit: number,
  ) {
    this.#args = parts.args;
    // Before this is lent: what was set there is the caller that somebody named beforehand.
    this.#user = call.request?.user;
    lendRequest(call, this);
  }

  get request(): CallRequest {
    return (this.#request ??= this.#makeRequest());
  }
  get response(): CallResponse {
    return (this.#response ??= this.#makeResponse());
  }

  /** Where params, query and body are read: on the request as guards left it, if any has looked. */
  get carrier(): object {
    return this.#request ?? this.parts;
  }

  /** What a provider's tool is called with. */
  get args(): unknown {
    return this.#request ? this.#request[REQUEST_ARGUMENTS] : this.#args;
  }
  set args(value: unknown) {
    this.#args = value;
    if (this.#request) this.#request[REQUEST_ARGUMENTS] = value;
  }

  /** Whether somebody has sent an answer by the response. */
  get replied(): boolean {
    return this.#response?.replied ?? false;
  }

  /** The status that the route answers unless something says otherwise. */
  set status(value: number) {
    this.#status = value;
    if (this.#response) this.#response.statusCode = value;
  }

  /** What the call comes to; the response is over. */
  outcome(value: unknown, more?: Partial<Outcome>): Outcome {
    const outcome = this.#outcomeOf(value, more);
    this.close();
    return outcome;
  }

  /** The response is over, for who has looked at it and for who will. */
  close(): void {
    this.#isOver = true;
    this.#response?.settle();
  }

  #outcomeOf(value: unknown, more: Partial<Outcome> | undefined): Outcome {
    const response = this.#response;
    if (!response) return { status: this.#status, value, headers: NO_HEADERS, ...more };
    const { statusCode: status, redirectUrl: location } = response;
    return { status, value, headers: response.getHeaders(), location, ...more };
  }

  #makeRequest(): CallRequest {
    const request = makeRequest(this.call, this.parts, this.#user);
    request[REQUEST_ARGUMENTS] = this.#args;
    request.res = this.response;
    return request;
  }

  #makeResponse(): CallResponse {
    const response = new CallResponse(this, this.call.baseRequest, this.limit);
    response.statusCode = this.#status;
    if (this.#isOver) response.settle();
    return response;
  }
}
