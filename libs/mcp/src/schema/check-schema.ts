import type { JsonSchema, SchemaDiagnostic } from './json-schema.js';
import { malformed } from './keyword-forms.js';
import { resolveRef } from './schema-types.js';
import { walkSchema } from './schema-walk.js';

/**
 * Finds at boot what would make a schema fail on its first call, or in a client: references that
 * lead nowhere, patterns that are no regular expression, keywords with a wrong value, a dialect
 * other than 2020-12. Nothing is compiled, and nothing is ever fetched.
 *
 * @param where - `Class.method`; the pointer is added.
 */
export function checkSchema(root: JsonSchema, where: string): readonly SchemaDiagnostic[] {
  const found: SchemaDiagnostic[] = [];
  walkSchema(root, (node, pointer) => {
    const report = (fault: Fault): void => {
      found.push({ severity: 'error', ...fault, where: `${where}#${pointer}` });
    };
    if (node.$schema !== undefined) checkDialect(node, report);
    if (node.$ref !== undefined || node.$dynamicRef !== undefined) {
      checkReference(node, root, report);
    }
    for (const keyword of Object.keys(node)) {
      const wanted = malformed(keyword, node[keyword]);
      if (wanted !== undefined) report(ofForm(keyword, wanted));
    }
  });
  return found;
}

type Fault = Pick<SchemaDiagnostic, 'code' | 'message' | 'remedy'>;
type Report = (fault: Fault) => void;

function ofForm(keyword: string, wanted: string): Fault {
  return {
    code: 'SCHEMA_MALFORMED',
    message: `"${keyword}" must be ${wanted}`,
    remedy: 'correct the schema; it must be valid JSON Schema 2020-12',
  };
}

const DIALECT = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

function checkDialect({ $schema }: JsonSchema, report: Report): void {
  if (typeof $schema === 'string' && DIALECT.test($schema)) return;
  report({
    code: 'SCHEMA_DIALECT',
    message: `the dialect ${JSON.stringify($schema)} is not supported`,
    remedy:
      'write JSON Schema 2020-12 (with zod 4: z.toJSONSchema(schema)), or leave "$schema" out where the schema is valid under 2020-12',
  });
}

function checkReference(node: JsonSchema, root: JsonSchema, report: Report): void {
  for (const keyword of ['$ref', '$dynamicRef']) {
    const ref = node[keyword];
    if (typeof ref !== 'string') continue;
    if (resolveRef(ref, root) || (ref.startsWith('#') && anchorsOf(root).has(ref.slice(1))))
      continue;
    const isLocal = ref.startsWith('#');
    report({
      code: 'SCHEMA_REFERENCE',
      message: isLocal
        ? `${keyword} "${ref}" leads nowhere`
        : `${keyword} "${ref}" leads out of the schema, and is never fetched`,
      remedy: 'put the schema into "$defs" and refer to it as "#/$defs/<name>"',
    });
  }
}

function anchorsOf(root: JsonSchema): ReadonlySet<string> {
  const anchors = new Set<string>();
  walkSchema(root, ({ $anchor, $dynamicAnchor }) => {
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === 'string') anchors.add(anchor);
    }
  });
  return anchors;
}
