import type { Type } from '@nestjs/common';
import {
  EXPOSE_METADATA,
  HIDE_METADATA,
  LIST_GUARD_METADATA,
  TOOL_METADATA,
} from './metadata-keys.js';
import type { McpExposeOptions, McpToolOptions } from './tool.options.js';

/** The one reader of what the tool decorators wrote. */
export const toolMetadata = {
  /** The options of every `@McpTool()` on the method, as written from top to bottom. */
  ofMethod(method: object): readonly McpToolOptions[] {
    return (Reflect.getMetadata(TOOL_METADATA, method) ?? []) as McpToolOptions[];
  },
  /** The class's `@McpExpose()`, inherited ones included. */
  exposure(metatype: Type): McpExposeOptions | undefined {
    return Reflect.getMetadata(EXPOSE_METADATA, metatype) as McpExposeOptions | undefined;
  },
  isHidden(target: object): boolean {
    return Reflect.getMetadata(HIDE_METADATA, target) === true;
  },
  /** Places of the parameters that are hidden from the model. */
  hiddenParameters(metatype: Type, methodName: string): readonly number[] {
    const prototype = metatype.prototype as object;
    return (Reflect.getMetadata(HIDE_METADATA, prototype, methodName) ?? []) as number[];
  },
  isListGuard(guard: object): boolean {
    return toolMetadata.isListGuardClass(guard.constructor);
  },
  isListGuardClass(metatype: object): boolean {
    return Reflect.getMetadata(LIST_GUARD_METADATA, metatype) === true;
  },
};
