import type { BootReport } from '../errors/boot-report.js';
import type { SchemaDiagnostic } from '../schema/json-schema.js';

/** Hands what the schemas' derivation found to the boot report: errors are faults. */
export function reportDiagnostics(
  diagnostics: readonly SchemaDiagnostic[],
  operationId: string,
  report: BootReport,
): void {
  for (const { severity, code, where, message, remedy } of diagnostics) {
    const problem = {
      code,
      where: where === operationId ? operationId : `${operationId} ${where}`,
      message,
      remedy: remedy ?? 'see docs/schemas.md',
    };
    if (severity === 'error') report.fault(problem);
    else if (severity === 'warning') report.notice(problem);
  }
}
