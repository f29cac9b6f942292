import type { ClassType } from './class-type.js';
import type { MarkedSchema } from './schema-marks.js';

/**
 * A node that stands for the schema of a class until `assembleSchema` puts it in: classes may
 * refer to each other in a circle. Other keywords beside it are added to the class's own.
 */
const CLASS = Symbol('toolport.schema.class');

export type ReferenceNode = MarkedSchema & { readonly [CLASS]?: ClassType };

export function classReference(type: ClassType, extra: MarkedSchema = {}): MarkedSchema {
  const node: ReferenceNode = { ...extra, [CLASS]: type };
  return node;
}

/** The class that the node stands for; undefined for a node of its own. */
export function referredClass(node: MarkedSchema): ClassType | undefined {
  return (node as ReferenceNode)[CLASS];
}

/** Whether the node allows every value: it has no keyword, and stands for no class. */
export function isEmptySchema(node: MarkedSchema): boolean {
  return Object.keys(node).length === 0 && !referredClass(node);
}

/** The node's other keywords. */
export function withoutReference(node: MarkedSchema): MarkedSchema {
  const { [CLASS]: _, ...rest } = node as ReferenceNode;
  return rest;
}
