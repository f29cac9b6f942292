import type { PipeTransform } from '@nestjs/common';

/** By name: an application may hold two copies of `@nestjs/common`, or a pipe of its own (zod). */
export function isValidationPipe(pipe: PipeTransform): boolean {
  for (let type: unknown = pipe.constructor; typeof type === 'function';) {
    if (type.name.endsWith('ValidationPipe')) return true;
    type = Object.getPrototypeOf(type);
  }
  return false;
}
