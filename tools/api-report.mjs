/**
 * `npm run api`: what each entry point of the package promises, as `docs/api/<entry>.api.md`, so that a
 * change of it is seen in review. Fails where a report is not as committed (`--write` renews them), where
 * a public symbol or member has no docstring, and where one is `any`.
 *
 * Wants `npm run build:lib` before it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const ROOT = resolve(import.meta.dirname, '..');
const PACKAGE = join(ROOT, 'libs/mcp');
const REPORTS = join(ROOT, 'docs/api');

/** Public because Nest calls them. */
const NEST_HOOK = /"(onModule|onApplication|beforeApplication)[A-Z][a-z]+"/;

const write = process.argv.includes('--write');
const { exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
const entries = Object.values(exports)
  .map((conditions) => conditions.import?.types)
  .filter((types) => types !== undefined);

const problems = [];
const temporary = mkdtempSync(join(tmpdir(), 'toolport-api-'));
mkdirSync(REPORTS, { recursive: true });
try {
  for (const types of entries) report(types);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
for (const problem of new Set(problems)) console.error(problem);
console.log(`${entries.length} entry points, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function report(types) {
  const name = types.replace(/^.*\/|\.d\.ts$/g, '');
  const { apiReportChanged } = Extractor.invoke(configuration(types, name), {
    localBuild: write,
    messageCallback: hear,
  });
  const file = join(REPORTS, `${name}.api.md`);
  if (apiReportChanged && !write) {
    problems.push(`${relative(ROOT, file)} is not what the build says: npm run api -- --write`);
  }
  const text = readFileSync(write ? file : join(temporary, `${name}.api.md`), 'utf8');
  for (const line of text.split('\n').filter((one) => /\bany\b/.test(withoutComment(one)))) {
    problems.push(`${name}: a public type is any:${line}`);
  }
}

/** Only its report and its findings are wanted of the extractor. */
function hear(message) {
  message.handled = true;
  if (message.messageId === 'ae-undocumented') {
    const { sourceFilePath, sourceFileLine, text } = message;
    if (NEST_HOOK.test(text)) return;
    const place = relative(PACKAGE, sourceFilePath ?? '');
    problems.push(`${place}:${sourceFileLine} ${text}`);
  } else if (message.logLevel === 'error') problems.push(message.text);
}

function configuration(types, name) {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: PACKAGE,
      mainEntryPointFilePath: join(PACKAGE, types),
      compiler: { tsconfigFilePath: join(PACKAGE, 'tsconfig.lib.json') },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: REPORTS,
        reportTempFolder: temporary,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        extractorMessageReporting: {
          // Names that a public type mentions and that nobody needs to write: they are in no list.
          'ae-forgotten-export': { logLevel: 'none' },
          'ae-missing-release-tag': { logLevel: 'none' },
          'ae-undocumented': { logLevel: 'warning', addToApiReportFile: false },
        },
        // Docstrings are for editors and TypeDoc, which take Markdown; TSDoc is stricter.
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
    configObjectFullPath: join(PACKAGE, 'api-extractor.json'),
    packageJsonFullPath: join(PACKAGE, 'package.json'),
  });
}

function withoutComment(line) {
  return line.replace(/\/\/.*$|\/?\*.*$/, '');
}
