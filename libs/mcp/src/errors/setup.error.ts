/** One fault of the set-up: where it is, what it is, how it is mended. */
export interface SetupProblem {
  /** Code of the table, e.g. `MCP_TOOL_NAME_CONFLICT`. */
  readonly code: string;
  /** `Class.method` or the option's name. */
  readonly where: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do, as an instruction. */
  readonly remedy: string;
}

/** All that is wrong with the set-up, thrown once at boot: the application does not start. */
export class SetupError extends Error {
  /** All that was found, in one go. */
  declare readonly problems: readonly SetupProblem[];

  constructor(problems: readonly SetupProblem[]) {
    super(report(problems));
    this.name = 'SetupError';
    // The message tells it all: Node, which prints an error with its members, need not tell it again.
    Object.defineProperty(this, 'problems', { value: problems });
  }
}

function report(problems: readonly SetupProblem[]): string {
  const lines = problems.map((p) => `  ${p.code} ${p.where}: ${p.message}\n    → ${p.remedy}`);
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return `Toolport cannot start, ${count}:\n${lines.join('\n')}`;
}
