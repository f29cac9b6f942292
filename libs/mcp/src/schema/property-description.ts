/** One top-level property of a class, as far as routing its argument needs to know it. */
export interface PropertyDescription {
  /** The name on the wire (`@Expose({ name })`). */
  readonly name: string;
  /** The name in the class. */
  readonly property: string;
  /** A string would become `true` by conversion: hand a boolean over as a boolean. */
  readonly keepTyped: boolean;
}
