/** A comment, or a string: what stands in one is no syntax. */
const OPAQUE = /\/\*[\s\S]*?\*\/|\/\/.*|(["'`])(?:\\.|(?!\1)[\s\S])*?\1/g;

/**
 * Places of the parameters that have a default value (`days = 3`). No metadata tells it, and
 * `length` only where the first one stands, so the source is read. Of a method that a decorator
 * wrapped (`(...args) => …`) nothing is known; its parameters count as having none.
 */
export function defaultedParameters(method: (...args: never[]) => unknown): ReadonlySet<number> {
  const source = Function.prototype.toString.call(method).replaceAll(OPAQUE, '');
  const found = new Set<number>();
  let depth = 0;
  let index = 0;
  for (let at = Math.max(source.indexOf('('), 0); at < source.length; at += 1) {
    const sign = source[at];
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && sign === ',') index += 1;
    if (depth === 1 && sign === '=') found.add(index);
  }
  return found;
}
