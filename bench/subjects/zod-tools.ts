import { z } from 'zod';
import { createOrder, importOrder, otherTools, PARTS, REPORT } from './subject.js';
import type { OrderInput, SubjectOptions, ToolName } from './subject.js';

export const order = () =>
  z.object({ customer: z.string().min(1).max(80), quantity: z.int().min(1).max(1000) });

const part = z.object({
  id: z.uuid(),
  name: z.string().min(1).max(80),
  mail: z.email(),
  code: z.string().regex(/^[A-Z]{3}-[0-9]{3}$/),
  count: z.int().min(0).max(1000),
  cents: z.int().min(0),
  urgent: z.boolean(),
  state: z.enum(['new', 'open', 'done']),
  since: z.iso.datetime(),
  note: z.string().optional(),
});

const parts = z.object(
  Object.fromEntries(PARTS.map((name) => [name, part])) as Record<
    (typeof PARTS)[number],
    typeof part
  >,
);

/** The tools of the shop as everybody but Toolport describes them. */
export interface ZodTool {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodObject;
  readonly run: (args: unknown) => object | string;
}

const CALLED = {
  orders_create: {
    description: 'Place an order',
    schema: order(),
    run: (args) => createOrder(args as OrderInput),
  },
  orders_import: {
    description: 'Place a large order',
    schema: parts,
    run: (args) => importOrder(args as z.infer<typeof parts>),
  },
  report_get: { description: 'Read the report', schema: z.object({}), run: () => REPORT },
} satisfies Partial<Record<ToolName, Omit<ZodTool, 'name'>>>;

export function zodTools({ tool = 'orders_create', tools }: SubjectOptions): readonly ZodTool[] {
  if (!(tool in CALLED)) throw new Error(`${tool} is Toolport's alone`);
  const others = otherTools(tools).map((name) => ({
    ...CALLED.orders_create,
    name,
    schema: order(),
  }));
  return [{ ...CALLED[tool as keyof typeof CALLED], name: tool }, ...others];
}
