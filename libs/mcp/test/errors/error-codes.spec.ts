import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '../../../..');
const FILE = join(__dirname, 'application.ts');
/** Parsed once: both programs read the same declarations. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says of an application's file, which is never written. */
function complaintsOf(text: string): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const disk = { ...host };
  host.getSourceFile = (name, how) => {
    if (name === FILE) return ts.createSourceFile(name, text, how);
    if (!parsed.has(name)) parsed.set(name, disk.getSourceFile(name, how));
    return parsed.get(name);
  };
  host.fileExists = (name) => name === FILE || disk.fileExists(name);
  const program = ts.createProgram([FILE], { ...options, incremental: false, noEmit: true }, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(FILE))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const THROWS = `
import { McpError, type McpErrorCode } from 'nest-toolport';
export const own: McpErrorCode = 'OUT_OF_STOCK';
export const ours: McpErrorCode = 'NOT_FOUND';
throw new McpError('OUT_OF_STOK', 'x');
`;
const DECLARES = `
declare module 'nest-toolport' {
  interface McpErrorCodes { OUT_OF_STOCK: true }
}
`;

describe('the codes of an McpError', () => {
  it('are any at first', () => {
    expect(complaintsOf(THROWS)).toEqual([]);
  });

  it('are the application’s own and Toolport’s, once the application declares some', () => {
    expect(complaintsOf(THROWS + DECLARES)).toEqual([
      expect.stringContaining(`'"OUT_OF_STOK"' is not assignable`),
    ]);
  });
});
