/** `${NAME}`, `${NAME:-default}` (as shells write it), `${env:NAME}` (as editors write it). */
const PLACEHOLDER = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** A variable that a file names and the environment lacks. */
export interface MissingVariable {
  readonly name: string;
  /** Place in the file: `mcpServers.github.env.TOKEN`. */
  readonly where: string;
}

/**
 * A copy of JSON data with all `${NAME}` in its strings replaced; keys stay as they are, and what
 * a variable holds is not looked at again.
 */
export function expandEnv(
  data: unknown,
  env: Readonly<Record<string, string | undefined>>,
  missing: MissingVariable[],
  where = '',
): unknown {
  if (typeof data === 'string') {
    return data.replace(PLACEHOLDER, (_, name: string, fallback?: string) => {
      const value = env[name] ?? fallback;
      if (value === undefined) missing.push({ name, where });
      return value ?? '';
    });
  }
  if (Array.isArray(data)) {
    return data.map((item, index) => expandEnv(item, env, missing, `${where}[${index}]`));
  }
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(([key, value]) => [
    key,
    expandEnv(value, env, missing, where === '' ? key : `${where}.${key}`),
  ]);
  return Object.fromEntries(entries);
}
