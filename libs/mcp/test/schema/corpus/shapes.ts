import { behaviourShapes } from './behaviour.shapes.js';
import type { Shape } from './shape.js';
import { structuresShapes } from './structures.shapes.js';
import { valuesShapes } from './values.shapes.js';

/** The 149 DTO shapes by which converters were compared before this one was written. */
export const SHAPES: readonly Shape[] = [...valuesShapes, ...structuresShapes, ...behaviourShapes];
