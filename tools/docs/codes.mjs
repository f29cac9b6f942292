import { readdirSync, readFileSync } from 'node:fs';

const SOURCE = 'libs/mcp/src';
const LIST = 'docs/boot-codes.md';
const TOKEN = /['"]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)['"]|^\s+([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+): \{/gm;

/** Codes of others that the library reads: Node, Fastify, jose, undici, the SDK. */
const FOREIGN =
  /^(ERR|FST|UND|EAI|SDK)_|^(MODULE_NOT_FOUND|CONNECTION_CLOSED|NOT_CONNECTED|INVALID_RESULT|UNSUPPORTED_RESULT_TYPE|ERA_NEGOTIATION_FAILED|PROCESSOR_ARCHITECTURE)$/;

/** What clients are told at run time has its place on other pages. */
const FAULTS = 'libs/mcp/src/protocol/error-codes.ts';

/**
 * Codes that the library can give and no page tells of, those of the boot report that the list lacks,
 * and those of the list that nothing gives.
 */
export function undocumentedCodes(pages) {
  const given = codesOf(sources(SOURCE));
  const faults = codesOf([readFileSync(FAULTS, 'utf8')]);
  const atBoot = [
    ...codesOf(sources(`${SOURCE}/schema`)),
    ...[...given].filter((code) => code.startsWith('MCP_') && !faults.has(code)),
  ];
  const told = new Set(
    [...pages]
      .filter(([file]) => file.startsWith('docs/'))
      .flatMap(([, page]) => [...page.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, code]) => code)),
  );
  const listed = codesOf([pages.get(LIST).replaceAll('`', "'")]);
  const problems = [
    ...[...given]
      .filter((code) => !told.has(code))
      .map((code) => `${code}: no page of docs/ tells of it`),
    ...atBoot
      .filter((code) => !listed.has(code))
      .map((code) => `${code}: ${LIST} does not have it`),
    ...[...listed]
      .filter((code) => !given.has(code))
      .map((code) => `${LIST}: ${code} stands in no source file`),
  ];
  return [...new Set(problems)];
}

function sources(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
}

function codesOf(texts) {
  const withoutComments = texts.map((text) => text.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, ''));
  const tokens = withoutComments.flatMap((text) =>
    [...text.matchAll(TOKEN)].map(([, quoted, key]) => quoted ?? key),
  );
  return new Set(tokens.filter((code) => !FOREIGN.test(code) && !code.startsWith('TOOLPORT_')));
}
