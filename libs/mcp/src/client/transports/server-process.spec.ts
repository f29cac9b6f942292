describe('a server program on Windows', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
  afterEach(() => {
    Object.defineProperty(process, 'platform', platform);
    jest.resetModules();
    jest.dontMock('node:child_process');
    jest.dontMock('child_process');
  });

  it('O-J07: npx is started by cmd.exe with every argument escaped, never by a shell option', async () => {
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
    const spawned: unknown[][] = [];
    const spawn = (...args: unknown[]) => {
      spawned.push(args);
      throw new Error('enough');
    };
    jest.doMock('child_process', () => ({ ...jest.requireActual<object>('child_process'), spawn }));
    jest.resetModules();
    const { ServerProcess } = await import('./server-process.js');
    const args = ['-y', 'a b', 'x&calc', '%PATH%', 'say "hi"', 'c:\\dir\\'];
    await expect(ServerProcess.start({ command: 'npx', args })).rejects.toThrow('enough');
    const [file, parameters, options] = spawned[0] as [string, string[], Record<string, unknown>];
    expect(file).toMatch(/cmd\.exe$/i);
    expect(parameters.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    // `/s` takes the outermost quotes away and nothing else.
    const line = (parameters[3] ?? '').slice(1, -1);
    // cmd.exe reads ^ as "the next character means nothing": no operator, no variable is left bare.
    expect(line).not.toMatch(/(^|[^^])[&%"]/);
    expect(line.replace(/\^(.)/g, '$1')).toBe(
      'npx "-y" "a b" "x&calc" "%PATH%" "say \\"hi\\"" "c:\\dir\\\\"',
    );
    expect(options).toMatchObject({
      shell: false,
      windowsVerbatimArguments: true,
      windowsHide: true,
      detached: false,
    });
  });
});
