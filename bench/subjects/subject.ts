/** What a workload asks of a subject. */
export interface SubjectOptions {
  readonly platform?: 'express' | 'fastify';
  /** The tool that is called. */
  readonly tool?: ToolName;
  /** How many tools there are: the one that is called, and others like `orders_create`. @default 1 */
  readonly tools?: number;
  /** Nest applications: how many DTO classes the bodies are of. @default one for each tool */
  readonly dtos?: number;
  /** Nest applications: whether the library is there. @default true */
  readonly toolport?: boolean;
}

export type ToolName =
  'orders_create' | 'orders_import' | 'report_get' | 'orders_track' | 'note_keep';

export interface OrderInput {
  readonly customer: string;
  readonly quantity: number;
}

export interface Order extends OrderInput {
  readonly id: number;
  readonly totalCents: number;
}

export const createOrder = ({ customer, quantity }: OrderInput): Order => ({
  id: 1,
  customer,
  quantity,
  totalCents: quantity * 1250,
});

/** 1 MB of text. */
export const REPORT = 'A line of the report, with "quotes" and a line break.\n'.repeat(19_420);

/** How often `orders_track` reports progress before it answers. */
export const STEPS = 10;

export const PARTS = ['billing', 'shipping', 'contact', 'payment', 'packaging'] as const;

/** Takes fifty validated fields, gives back few. */
export const importOrder = (parts: Readonly<Record<(typeof PARTS)[number], object>>) => ({
  parts: Object.keys(parts).length,
});

/** The names of the other tools. */
export function otherTools(tools = 1): string[] {
  return Array.from({ length: tools - 1 }, (_, index) => `orders_create_${index + 1}`);
}

/** The result of a tool as the protocol has it. */
export function toResult(value: object | string) {
  if (typeof value === 'string') return { content: [{ type: 'text' as const, text: value }] };
  const text = JSON.stringify(value);
  return {
    content: [{ type: 'text' as const, text }],
    structuredContent: { ...value } as Record<string, unknown>,
  };
}
