import type {
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
  ListRootsResult,
} from '@modelcontextprotocol/client';

/** What is known when a server asks us something. */
export interface ClientHandlerContext {
  /** Key of the server that asks. */
  readonly server: string;
  /** Aborts when the server takes the question back, or the connection is lost. */
  readonly signal: AbortSignal;
}

/** The questions that a server may ask, and what is answered. */
export interface ClientHandlers {
  /** A form for the user (`elicitation/create`, mode `form`). */
  readonly elicit: (
    params: ElicitRequestFormParams,
    context: ClientHandlerContext,
  ) => ElicitResult | Promise<ElicitResult>;
  /** A page that the user is to open (`elicitation/create`, mode `url`): ask before it is opened. */
  readonly elicitUrl: (
    params: ElicitRequestURLParams,
    context: ClientHandlerContext,
  ) => ElicitResult | Promise<ElicitResult>;
  /** A completion by our model (`sampling/createMessage`). */
  readonly sample: (
    params: CreateMessageRequest['params'],
    context: ClientHandlerContext,
  ) => CreateMessageResult | Promise<CreateMessageResult>;
  /** The directories that the server may look at (`roots/list`). */
  readonly roots: (
    params: Readonly<Record<string, unknown>>,
    context: ClientHandlerContext,
  ) => ListRootsResult | Promise<ListRootsResult>;
}

export type ClientHandlerKind = keyof ClientHandlers;

/** One server's handlers: those bound to its key, else those bound to none. */
export type ServerHandlers = Partial<ClientHandlers>;
