import { SetupError } from './setup.error.js';

const NOT_FOUND = new Set<unknown>(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** Who wants an optional package. */
export interface PeerNeed {
  /** The option, or the package itself. */
  readonly where: string;
  /** What cannot be done without it. */
  readonly message: string;
}

/**
 * Loads an optional package.
 *
 * @param name as npm knows it
 * @param importPeer the import itself, so that builders see which module it is
 * @throws SetupError `MCP_PEER_MISSING`, which names the package to install
 */
export async function loadPeer<Module>(
  name: string,
  need: PeerNeed,
  importPeer: () => Promise<Module>,
): Promise<Module> {
  try {
    return await importPeer();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    const remedy = `npm install ${name}`;
    throw new SetupError([{ code: 'MCP_PEER_MISSING', ...need, remedy }]);
  }
}

/** By name as well, in quotes: a package that is there may itself lack one, and paths hold words. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const said = String(message);
  return NOT_FOUND.has(code) && (said.includes(`'${name}'`) || said.includes(`'${name}/`));
}
