import type { DynamicModule, Type } from '@nestjs/common';
import { SetupError } from '../errors/setup.error.js';

/** What Nest builds an application of. */
export type RootModule = Type | DynamicModule;

/** Imports the root module. */
export type LoadModule = () => Promise<RootModule> | RootModule;

/** What Nest's `@Module()` leaves on a class. */
const MODULE_KEYS = ['imports', 'controllers', 'providers', 'exports'];

const REMEDY = "runStdio(() => import('./app.module.js').then((m) => m.AppModule))";

/** @throws SetupError `MCP_OPTION_INVALID` where `load` is the module itself, or yields none */
export async function loadRoot(load: LoadModule): Promise<RootModule> {
  if (isClass(load) || isDynamicModule(load)) {
    throw unfit('the module itself was given: its imports could print before stdout is guarded');
  }
  if (typeof load !== 'function') throw unfit(`${nameOf(load)} was given`);
  const root = await load();
  // A bare `@Module({})` leaves nothing by which it could be told from any other class.
  if (isClass(root) || isModuleClass(root) || isDynamicModule(root)) return root;
  throw unfit(`the function yields ${nameOf(root)}, which is no module`);
}

/** Whether a class bears `@Module()`. */
export function isModuleClass(value: unknown): value is Type {
  return typeof value === 'function' && MODULE_KEYS.some((key) => Reflect.hasMetadata(key, value));
}

/** Whether a value is what `forRoot()` of a module returns. */
export function isDynamicModule(value: unknown): value is DynamicModule {
  return typeof value === 'object' && value !== null && 'module' in value;
}

function isClass(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

function unfit(message: string): SetupError {
  return new SetupError([
    { code: 'MCP_OPTION_INVALID', where: 'runStdio(load)', message, remedy: REMEDY },
  ]);
}

function nameOf(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return value === null || typeof value !== 'object' ? String(value) : 'an object';
}
