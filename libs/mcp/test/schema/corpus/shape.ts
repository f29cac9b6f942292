import type { ValidationPipeOptions } from '@nestjs/common';
import type { DeclaredType } from '../support/declared-types.js';

/** A class, as a value of any constructor. */
export type DtoClass = abstract new (...args: never[]) => object;

/** One DTO with what is needed to compare its schema with the pipe. */
export interface Shape {
  /** The class's name, and the pipe options where a class appears under several. */
  readonly id: string;
  readonly group: string;
  readonly type: DtoClass;
  /** Values that a caller may send; samples are made from them by mutation. */
  readonly valid: readonly object[];
  /** Further values by dotted path, put into the first valid value. */
  readonly extra?: Readonly<Record<string, readonly unknown[]>>;
  /** Further whole samples. */
  readonly samples?: readonly object[];
  /** @default `{ transform: true, whitelist: true, forbidNonWhitelisted: true }` */
  readonly pipe?: ValidationPipeOptions;
  /** The key on the wire by property. */
  readonly rename?: Readonly<Record<string, string>>;
  /** What arrives on the wire, where it is not the property's declared type. */
  readonly wire?: Readonly<Record<string, DeclaredType>>;
  readonly note?: string;
}

export function shape(
  group: string,
  type: DtoClass,
  valid: readonly object[],
  more: Partial<Shape> = {},
): Shape {
  return { id: type.name, group, type, valid, ...more };
}
