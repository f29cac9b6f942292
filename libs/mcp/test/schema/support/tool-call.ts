import { HttpException, ValidationPipe, type ValidationPipeOptions } from '@nestjs/common';
import { createArgumentCheck } from '../../../src/schema/argument-check.js';
import { deriveInput } from '../../../src/schema/derive-input.js';
import type { DtoClass } from '../corpus/shape.js';

/** What became of a call: the handler's argument, or what the caller reads. */
export type CallResult = { readonly value: Values } | { readonly refused: readonly string[] };

type Values = Readonly<Record<string, unknown>>;

export const STRICT: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
};

/**
 * Calls a tool `create(@Body() dto: Type)` as the pipeline does: arguments are decoded and checked,
 * Nest's own `ValidationPipe` runs in any case, and its refusal wins.
 */
export async function callTool(
  type: DtoClass,
  args: Values,
  options: ValidationPipeOptions = STRICT,
): Promise<CallResult> {
  const pipe = new ValidationPipe(options);
  const { enforced, plan } = deriveInput([{ index: 0, source: 'body', type, pipes: [pipe] }], {
    where: `${type.name}Controller.create`,
  });
  const check = createArgumentCheck(enforced, plan);
  await check.ready();
  const decoded = check.decode(args);
  const issues = check.check(decoded);
  try {
    const body = structuredClone(decoded);
    const value = (await pipe.transform(body, { type: 'body', metatype: type as never })) as Values;
    return issues ? { refused: issues.map((i) => `${i.path}: ${i.message}`) } : { value };
  } catch (error) {
    return { refused: messagesOf(error) };
  }
}

function messagesOf(error: unknown): readonly string[] {
  if (!(error instanceof HttpException)) throw error;
  const { message } = error.getResponse() as { message: string | string[] };
  return Array.isArray(message) ? message : [message];
}
