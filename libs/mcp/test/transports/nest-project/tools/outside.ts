/** A source file beside `src`: it makes the compiler write to `dist/src`, not `dist`. */
export const OUTSIDE = true;
