import { wordOf, type Json } from './json.js';

const EXPRESSION = /\{([+#./;?&]?)([^{}]+)\}/g;

/** How the values of an expression are written (RFC 6570, Appendix A). */
const OPERATORS: Readonly<
  Record<string, { first: string; between: string; named?: boolean; open?: boolean }>
> = {
  '': { first: '', between: ',' },
  '+': { first: '', between: ',', open: true },
  '#': { first: '#', between: ',', open: true },
  '.': { first: '.', between: '.' },
  '/': { first: '/', between: '/' },
  ';': { first: ';', between: ';', named: true },
  '?': { first: '?', between: '&', named: true },
  '&': { first: '&', between: '&', named: true },
};

/** The names of the variables. */
export function variablesOf(template: string): string[] {
  const names = [...template.matchAll(EXPRESSION)].flatMap(([, , list = '']) => namesIn(list));
  return [...new Set(names)];
}

/** The URI of these values. */
export function expand(template: string, values: Json): string {
  return template.replace(EXPRESSION, (_, operator: string, list: string) => {
    const { first, between, named, open } = OPERATORS[operator] ?? { first: '', between: ',' };
    const parts = namesIn(list).flatMap((name) => {
      const value = values[name];
      if (value === undefined || (named && value === '')) return [];
      const text = wordOf(value);
      const encoded = open ? encodeURI(text) : encodeURIComponent(text);
      return [named ? `${name}=${encoded}` : encoded];
    });
    return parts.length === 0 ? '' : first + parts.join(between);
  });
}

function namesIn(list: string): string[] {
  return list.split(',').map((name) => name.replace(/\*$|:\d+$/, '').trim());
}
