import type { ValidationPipeOptions } from '@nestjs/common';
import type { Random } from './random.js';

const PIPES: readonly ValidationPipeOptions[] = [
  { transform: true, whitelist: true, forbidNonWhitelisted: true },
  { transform: true, whitelist: true, forbidNonWhitelisted: true },
  { transform: true, whitelist: true },
  { transform: true },
  { whitelist: true, forbidNonWhitelisted: true },
  { transform: true, whitelist: true, forbidNonWhitelisted: true, skipMissingProperties: true },
  { transform: true, whitelist: true, forbidNonWhitelisted: true, skipNullProperties: true },
  { transform: true, whitelist: true, forbidNonWhitelisted: true, skipUndefinedProperties: true },
  { transform: true, whitelist: true, transformOptions: { enableImplicitConversion: true } },
];

export function randomPipe(random: Random): ValidationPipeOptions {
  return random.pick(PIPES);
}
