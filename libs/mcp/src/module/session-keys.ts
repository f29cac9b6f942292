import { randomBytes } from 'node:crypto';
import type { Logger } from '@nestjs/common';
import type { SetupProblem } from '../errors/setup.error.js';
import type { McpSessionOptions } from './mcp.options.js';

/** Where an operator puts the keys; several are separated by commas, the newest first. */
export const SESSION_KEYS_VARIABLE = 'TOOLPORT_SESSION_KEYS';

/** Characters; who guesses a key signs sessions of others. */
export const SHORTEST_KEY = 32;

export function isLongEnough(key: unknown): boolean {
  return typeof key === 'string' && key.length >= SHORTEST_KEY;
}

/** What is wrong with the keys of the environment, where they are used. */
export function variableProblems(sessions: McpSessionOptions | undefined): SetupProblem[] {
  const keys = sessions?.keys ? [] : (fromEnvironment() ?? []);
  if (keys.every(isLongEnough)) return [];
  return [
    {
      code: 'MCP_OPTION_INVALID',
      where: SESSION_KEYS_VARIABLE,
      message: `must be keys of at least ${SHORTEST_KEY} characters each`,
      remedy: 'use 32 random bytes, the same on every replica: openssl rand -hex 32',
    },
  ];
}

/**
 * The secrets that sign what clients keep for us. Undefined where none are configured; with sessions
 * on, development gets a random one, since a restart loses nobody there but the developer.
 */
export function signingKeys(
  sessions: McpSessionOptions | undefined,
  logger: Logger,
): readonly string[] | undefined {
  const configured = sessions?.keys ?? fromEnvironment();
  if (configured && configured.length > 0) return configured;
  if (!sessions || process.env.NODE_ENV === 'production') return undefined;
  logger.warn(
    `sessions have no keys: random ones are used, so a restart ends all sessions → set ${SESSION_KEYS_VARIABLE}`,
  );
  return [randomBytes(32).toString('base64url')];
}

function fromEnvironment(): readonly string[] | undefined {
  const keys = process.env[SESSION_KEYS_VARIABLE]?.split(',').map((key) => key.trim());
  return keys?.filter((key) => key !== '');
}
