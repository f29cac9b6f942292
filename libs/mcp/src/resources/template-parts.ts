import { SetupError } from '../errors/setup.error.js';

/** Where one value stands in a URI. */
export interface Place {
  readonly kind: 'place';
  readonly operator: string;
  readonly name: string;
  readonly exploded: boolean;
}

/** A URI template, taken apart: at most one query, and that at its end. */
export type TemplatePart =
  | Place
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'query'; readonly names: readonly string[] };

const EXPRESSION = /\{([^{}]*)\}/g;
const VARIABLE = /^[A-Za-z0-9_]+$/;
const OPERATORS = ['', '/', '.', '+'];

/** @throws SetupError where the template cannot be read backwards */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of template.matchAll(EXPRESSION)) {
    if (match.index > end) parts.push({ kind: 'literal', text: template.slice(end, match.index) });
    else if (end > 0 && !/^[/.?]/.test(match[1] ?? '')) {
      throw unreadable(template, 'two expressions stand side by side');
    }
    end = match.index + match[0].length;
    parts.push(...parseExpression(template, match[1] ?? '', end));
  }
  const rest = template.slice(end);
  if (/[{}]/.test(rest)) throw unreadable(template, 'a brace has no counterpart');
  if (rest !== '') parts.push({ kind: 'literal', text: rest });
  return parts;
}

function parseExpression(template: string, expression: string, end: number): TemplatePart[] {
  const operator = /^[A-Za-z0-9_]/.test(expression) ? '' : expression.slice(0, 1);
  const names = expression.slice(operator.length).split(',');
  if (operator === '?') {
    if (end < template.length) throw unreadable(template, 'a query must stand at its end');
    return [{ kind: 'query', names: names.map((name) => variable(template, name)) }];
  }
  if (!OPERATORS.includes(operator)) {
    throw unreadable(template, `"{${operator}…}" is not supported`);
  }
  if (names.length > 1 && operator !== '/') {
    throw unreadable(template, 'several values in one expression cannot be told apart');
  }
  return names.map((name) => {
    const exploded = name.endsWith('*');
    if (exploded && operator !== '/') throw unreadable(template, '"*" is supported after "/" only');
    const bare = variable(template, exploded ? name.slice(0, -1) : name);
    return { kind: 'place', operator, name: bare, exploded };
  });
}

function variable(template: string, name: string): string {
  if (VARIABLE.test(name)) return name;
  throw unreadable(template, `"${name}" is no variable: letters, digits and "_" only`);
}

export function unreadable(template: string, message: string): SetupError {
  return new SetupError([
    {
      code: 'MCP_URI_TEMPLATE_INVALID',
      where: template,
      message,
      remedy: 'Use {name}, {+path}, {.ext}, {/segment}, {/segments*}, and {?a,b} at the end.',
    },
  ]);
}
