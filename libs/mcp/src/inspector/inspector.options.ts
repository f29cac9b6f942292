import type { SetupProblem } from '../errors/setup.error.js';

/** `McpModule.forRoot({ inspector: { … } })`. */
export interface McpInspectorOptions {
  /** Serves the page where `NODE_ENV` says production, too. @default false: the application does not start */
  readonly allowInProduction?: boolean;
}

/** What forbids the inspector; it is off by default, and never comes to production by an oversight. */
export function inspectorProblems(
  inspector: boolean | McpInspectorOptions | undefined,
  environment = process.env.NODE_ENV,
): SetupProblem[] {
  if (!inspector || !isProduction(environment)) return [];
  if (inspector !== true && inspector.allowInProduction === true) return [];
  return [
    {
      code: 'MCP_INSPECTOR_IN_PRODUCTION',
      where: 'McpModule.forRoot({ inspector })',
      message: `NODE_ENV is ${JSON.stringify(environment)}, and the inspector is for development`,
      remedy:
        "leave it off there: inspector: process.env.NODE_ENV !== 'production', or insist: " +
        'inspector: { allowInProduction: true }',
    },
  ];
}

/** In whatever spelling: `Production` would otherwise open what nobody meant to open. */
function isProduction(environment: string | undefined): boolean {
  return /^\s*prod(uction)?\s*$/i.test(environment ?? '');
}
