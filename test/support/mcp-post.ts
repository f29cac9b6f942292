/** An HTTP answer with its JSON body. */
export interface Answer {
  readonly status: number;
  readonly body: RpcAnswer;
  /** `WWW-Authenticate` */
  readonly challenge: string | null;
}

export interface RpcAnswer {
  readonly result?: ToolAnswer & { tools?: { name: string }[] };
  readonly error?: { code: number; message: string; data?: { code?: string } };
}

export interface ToolAnswer {
  readonly content: { type: string; text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: { 'dev.toolport/error'?: { code: string; status: number } };
}

/** Posts one MCP request as curl would: no handshake, no session, no version header. */
export async function postMcp(
  url: string,
  method: string,
  params?: object,
  authorization?: string,
): Promise<Answer> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (authorization !== undefined) headers.authorization = authorization;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
  const challenge = response.headers.get('www-authenticate');
  return { status: response.status, body: (await response.json()) as RpcAnswer, challenge };
}
