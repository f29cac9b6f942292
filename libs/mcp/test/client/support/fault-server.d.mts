/** A message as JSON data. */
export type Message = Record<string, unknown>;

export interface FaultServerOptions {
  /** Which openings it understands. @default 'legacy' */
  readonly era?: 'legacy' | 'modern' | 'both';
  readonly name?: string;
  /** Further tools: `extra_1` ... `extra_n`. */
  readonly extraTools?: number;
  /** Tools of each page. */
  readonly pages?: readonly number[];
  /** Cursor of the second page. */
  readonly secondCursor?: string;
  /** Replaces the list of tools. */
  readonly tools?: readonly object[];
  /** What happens to `server/discover` where it is not understood. @default 'error' */
  readonly onProbe?: 'error' | 'exit' | 'silence';
}

/** A server that does what it is told, also what no server should do. */
export declare class FaultServer {
  constructor(options?: FaultServerOptions, exit?: (code: number) => void);
  /** Every message that came, in order. */
  readonly received: Message[];
  /** How often `count` ran. */
  counted: number;
  /** The tools as they are listed now. */
  tools: object[];
  /** Takes one message; answers and whatever else there is to say go to `send`. */
  handle(message: Message, send: (message: Message) => void): void;
  /** Changes the tools and tells those who want to know. */
  setTools(tools: object[]): void;
}
