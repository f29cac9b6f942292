/**
 * What a child process gets of our environment unasked: enough to find programs and the user's
 * directories, nothing that could be a secret. On Windows, programs do not start without most of it.
 */
const SAFE_NAMES = {
  posix: ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'],
  win32: [
    'APPDATA',
    'COMSPEC',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATH',
    'PATHEXT',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMDATA',
    'PROGRAMFILES',
    'PROGRAMFILES(X86)',
    'PROGRAMW6432',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'TMP',
    'USERNAME',
    'USERPROFILE',
    'WINDIR',
  ],
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a child: the safe part of ours, and what is configured on top. */
export function childEnvironment(
  configured: Readonly<Record<string, string>> = {},
  ours: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  // Windows tells no upper from lower case in names: `Path` and `PATH` are one variable.
  const same = platform === 'win32' ? (name: string) => name.toUpperCase() : (name: string) => name;
  const safe = new Set<string>(platform === 'win32' ? SAFE_NAMES.win32 : SAFE_NAMES.posix);
  const replaced = new Set(Object.keys(configured).map(same));
  const kept = Object.entries(ours).filter(
    (entry): entry is [string, string] =>
      safe.has(same(entry[0])) && !replaced.has(same(entry[0])) && isHarmless(entry[1]),
  );
  return { ...Object.fromEntries(kept), ...configured };
}

/** A value that begins with `()` is an exported shell function (Shellshock). */
function isHarmless(value: string | undefined): boolean {
  return value !== undefined && !value.startsWith('()');
}
