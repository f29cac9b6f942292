import type { Type } from '@nestjs/common';
import { controllerPath } from './route-metadata.js';

/** `{resource}_{verb}` in snake case: what a method is called unless somebody says otherwise. */
export function deriveName(metatype: Type, methodName: string): string {
  return [resourceOf(metatype), snakeCase(methodName)].filter((part) => part !== '').join('_');
}

function resourceOf(metatype: Type): string {
  const segments = controllerPath(metatype).split('/');
  const last = segments.reverse().find((segment) => segment !== '' && !/[:*{(]/.test(segment));
  return snakeCase(last ?? metatype.name.replace(/(Controller|Service|Provider|Tools)$/, ''));
}

function snakeCase(text: string): string {
  return text
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
}
