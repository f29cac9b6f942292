/**
 * DTO classes made by chance. Long because a class holds properties and a property holds classes:
 * two files would import each other.
 */
import {
  IntersectionType as SwaggerIntersection,
  OmitType as SwaggerOmit,
  PartialType as SwaggerPartial,
  PickType as SwaggerPick,
} from '@nestjs/swagger';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { Expose, Type } from 'class-transformer';
import { Allow, IsArray, IsDefined, IsOptional, ValidateIf, ValidateNested } from 'class-validator';
import type { DtoClass } from '../corpus/shape.js';
import type { DeclaredProperty, DeclaredType, ObjectType } from './declared-types.js';
import type { Random } from './random.js';
import { anyObject, listDecorators, randomValue } from './random-values.js';

/** A generated DTO with what a caller may send. */
export interface RandomClass {
  readonly type: DtoClass;
  /** By the key on the wire. */
  readonly declared: ObjectType;
  readonly valid: Readonly<Record<string, unknown>>;
  /** The property by its key on the wire, where they differ. */
  readonly properties: Readonly<Record<string, string>>;
}

interface RandomProperty {
  readonly declared: DeclaredType;
  readonly design: unknown;
  readonly valid: unknown;
  readonly decorators: readonly PropertyDecorator[];
  /** Whether a `null` is part of the declared type. */
  readonly isOptional?: boolean;
}

const MAX_DEPTH = 3;
type Concrete = new () => object;

/** A class with one to five properties; now and then derived from another class. */
export function randomClass(random: Random, depth = 0): RandomClass {
  const roll = random.next();
  if (depth < MAX_DEPTH && roll < 0.12) return mappedClass(random, randomClass(random, depth + 1));
  if (depth < MAX_DEPTH && roll < 0.24) return childClass(random, randomClass(random, depth + 1));
  return declareClass(random, class Generated {}, depth);
}

function declareClass(
  random: Random,
  type: Concrete,
  depth: number,
  prefix = `p${depth}`,
): RandomClass {
  const properties: Record<string, DeclaredProperty> = {};
  const valid: Record<string, unknown> = {};
  const names: Record<string, string> = {};
  const count = 1 + random.below(depth === 0 ? 5 : 3);
  for (let index = 0; index < count; index += 1) {
    const name = `${prefix}${index}`;
    const property = randomProperty(random, depth);
    decorate(type, name, property);
    const wire = random.chance(0.1) ? `wire_${name}` : name;
    if (wire !== name) {
      Expose({ name: wire })(type.prototype, name);
      names[wire] = name;
    }
    properties[wire] = { type: property.declared, isOptional: property.isOptional ?? false };
    if (!property.isOptional || random.chance(0.6)) valid[wire] = property.valid;
  }
  return { type, declared: { kind: 'object', properties }, valid, properties: names };
}

function decorate(type: Concrete, name: string, { design, decorators }: RandomProperty): void {
  // The compiler's own decorator stands last in the list, and runs first.
  Reflect.defineMetadata('design:type', design, type.prototype, name);
  for (const decorator of decorators.toReversed()) decorator(type.prototype, name);
}

function randomProperty(random: Random, depth: number): RandomProperty {
  const property = bareProperty(random, depth);
  const roll = random.next();
  if (roll < 0.3) return { ...optional(property, IsOptional()), valid: property.valid };
  if (roll < 0.36)
    return optional(
      property,
      ValidateIf((_, value) => value !== undefined),
    );
  if (roll < 0.42)
    return orNull(
      property,
      ValidateIf((_, value) => value !== null),
    );
  if (roll < 0.46 && property.design === String) {
    const condition = ValidateIf((_, value) => value !== '');
    return { ...property, decorators: [condition, ...property.decorators] };
  }
  // Where @Type() converts, a number is no longer one when the condition sees it.
  const isConverted = property.design !== String && property.design !== Boolean;
  if (roll < 0.48 && !isConverted) return orNumber(property);
  return property;
}

/** A union of which only what is no number is checked. */
function orNumber(property: RandomProperty): RandomProperty {
  const condition = ValidateIf((_, value) => typeof value !== 'number');
  return {
    ...property,
    design: Object,
    declared: { kind: 'union', of: [property.declared, { kind: 'number' }] },
    decorators: [condition, ...property.decorators],
  };
}

function optional(property: RandomProperty, condition: PropertyDecorator): RandomProperty {
  return { ...property, isOptional: true, decorators: [condition, ...property.decorators] };
}

function orNull(property: RandomProperty, condition: PropertyDecorator): RandomProperty {
  return {
    ...property,
    design: Object,
    declared: { kind: 'union', of: [property.declared, { kind: 'null' }] },
    decorators: [condition, ...property.decorators],
  };
}

function bareProperty(random: Random, depth: number): RandomProperty {
  const canNest = depth < MAX_DEPTH;
  const roll = random.next();
  if (canNest && roll < 0.12) return nestedProperty(random, depth);
  if (canNest && roll < 0.2) return nestedList(random, depth);
  if (canNest && roll < 0.24) return variantProperty(random, depth);
  if (roll < 0.36) return listProperty(random);
  if (roll < 0.4)
    return {
      declared: { kind: 'any' },
      design: Object,
      valid: 1,
      decorators: [Allow()],
      isOptional: true,
    };
  if (roll < 0.43)
    return { declared: { kind: 'any' }, design: Object, valid: 1, decorators: [IsDefined()] };
  if (roll < 0.46) {
    const declared: DeclaredType = { kind: 'object', properties: {}, index: { kind: 'any' } };
    return { declared, design: Object, valid: { a: 1 }, decorators: anyObject() };
  }
  const value = randomValue(random);
  return {
    declared: value.declared,
    design: value.design,
    valid: likely(random, value.valid),
    decorators: value.decorators({}),
  };
}

function listProperty(random: Random): RandomProperty {
  const value = randomValue(random);
  return {
    declared: { kind: 'array', of: value.declared },
    design: Array,
    valid: random.chance(0.2) ? [] : [likely(random, value.valid)],
    decorators: listDecorators(random, value),
  };
}

/** Mostly the first, which passes most rules. */
function likely(random: Random, valid: readonly unknown[]): unknown {
  return random.chance(0.8) ? valid[0] : random.pick(valid);
}

function nestedProperty(random: Random, depth: number): RandomProperty {
  const { type, declared, valid } = randomClass(random, depth + 1);
  return {
    declared,
    design: type,
    valid,
    decorators: [ValidateNested(), Type(() => type), ...(random.chance(0.5) ? [IsDefined()] : [])],
  };
}

function nestedList(random: Random, depth: number): RandomProperty {
  const { type, declared, valid } = randomClass(random, depth + 1);
  return {
    declared: { kind: 'array', of: declared },
    design: Array,
    valid: [valid],
    decorators: [IsArray(), ValidateNested({ each: true }), Type(() => type)],
  };
}

function variantProperty(random: Random, depth: number): RandomProperty {
  const cases = ['left', 'right'].map((name) => ({ name, ...randomClass(random, depth + 1) }));
  const declared = cases.map(({ name, declared: own }): ObjectType => {
    const type: DeclaredType = { kind: 'literal', value: name };
    return { kind: 'object', properties: { ...own.properties, side: { type, isOptional: false } } };
  });
  const first = cases[0];
  const subTypes = cases.map(({ name, type }) => ({ name, value: type as Concrete }));
  return {
    declared: { kind: 'union', of: declared },
    design: Object,
    valid: { ...first.valid, side: first.name },
    decorators: [
      IsDefined(),
      ValidateNested(),
      Type(() => first.type, { discriminator: { property: 'side', subTypes } }),
    ],
  };
}

/** A subclass with fields of its own; now and then it redeclares one of its parent's. */
function childClass(random: Random, parent: RandomClass): RandomClass {
  class Child extends (parent.type as Concrete) {}
  const own = declareClass(random, Child, MAX_DEPTH, `c${String(random.below(1e9))}`);
  const properties = { ...parent.declared.properties, ...own.declared.properties };
  const valid: Record<string, unknown> = { ...parent.valid, ...own.valid };
  // @ValidateNested() of the parent stays whatever the child says: no type can be declared for both.
  const inherited = Object.entries(parent.declared.properties).flatMap(([key, { type }]) =>
    key in parent.properties || holdsObjects(type) ? [] : [key],
  );
  if (inherited.length > 0 && random.chance(0.4)) {
    const key = random.pick(inherited);
    const property = checkedProperty(random);
    decorate(Child, key, property);
    // class-validator keeps the parent's conditions, and drops its checks.
    const isOptional = (properties[key]?.isOptional ?? false) || property.isOptional === true;
    properties[key] = { type: property.declared, isOptional };
    valid[key] = property.valid;
  }
  return {
    type: Child,
    declared: { kind: 'object', properties },
    valid,
    properties: { ...parent.properties, ...own.properties },
  };
}

function holdsObjects(type: DeclaredType): boolean {
  if (type.kind === 'union') return type.of.some(holdsObjects);
  if (type.kind === 'array') return holdsObjects(type.of);
  return type.kind === 'object';
}

/** Only a check of its own makes class-validator drop the parent's. */
function checkedProperty(random: Random): RandomProperty {
  const property = bareProperty(random, MAX_DEPTH);
  return property.declared.kind === 'any' ? checkedProperty(random) : property;
}

function mappedClass(random: Random, base: RandomClass): RandomClass {
  const [Partial, Pick, Omit, Intersect] = random.chance(0.5)
    ? [PartialType, PickType, OmitType, IntersectionType]
    : [SwaggerPartial, SwaggerPick, SwaggerOmit, SwaggerIntersection];
  const parent = base.type as Concrete;
  const keys = Object.keys(base.declared.properties);
  const kept = keys.filter((_, index) => index % 2 === 0);
  const nameOf = (wire: string): never => (base.properties[wire] ?? wire) as never;
  const roll = random.below(4);
  if (roll === 0) return withKeys(class extends Partial(parent) {}, base, keys, true);
  if (roll === 1)
    return withKeys(class extends Pick(parent, kept.map(nameOf)) {}, base, kept, false);
  const dropped = keys.filter((key) => !kept.includes(key)).map(nameOf);
  if (roll === 2) return withKeys(class extends Omit(parent, dropped) {}, base, kept, false);
  class Nothing {}
  return withKeys(class extends Intersect(parent, Nothing) {}, base, keys, false);
}

function withKeys(
  type: DtoClass,
  base: RandomClass,
  keys: readonly string[],
  isOptional: boolean,
): RandomClass {
  const properties: Record<string, DeclaredProperty> = {};
  const valid: Record<string, unknown> = {};
  for (const key of keys) {
    const property = base.declared.properties[key];
    properties[key] = { ...property, isOptional: isOptional || property.isOptional };
    if (key in base.valid) valid[key] = base.valid[key];
  }
  return { type, declared: { kind: 'object', properties }, valid, properties: base.properties };
}
