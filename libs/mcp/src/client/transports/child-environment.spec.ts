import { childEnvironment } from './child-environment.js';

describe('childEnvironment', () => {
  it('keeps what programs need, adds what is configured, and passes nothing else on', () => {
    const ours = { PATH: '/bin', HOME: '/home/me', AWS_SECRET_ACCESS_KEY: 's', NODE_OPTIONS: 'x' };
    expect(childEnvironment({ TOKEN: 't', HOME: '/tmp' }, ours, 'linux')).toEqual({
      PATH: '/bin',
      HOME: '/tmp',
      TOKEN: 't',
    });
  });

  it('does not pass on exported shell functions', () => {
    expect(childEnvironment({}, { PATH: '() { :; }; echo owned' }, 'linux')).toEqual({});
  });

  it('O-J08: on Windows, all that programs need to start is there, however it is spelt', () => {
    const ours = {
      Path: 'C:\\Windows',
      PATHEXT: '.COM;.EXE;.CMD',
      ComSpec: 'C:\\Windows\\system32\\cmd.exe',
      SystemRoot: 'C:\\Windows',
      'ProgramFiles(x86)': 'C:\\Program Files (x86)',
      ProgramFiles: 'C:\\Program Files',
      APPDATA: 'C:\\Users\\me\\AppData\\Roaming',
      TEMP: 'C:\\Temp',
      USERPROFILE: 'C:\\Users\\me',
      windir: 'C:\\Windows',
      SECRET: 's',
    };
    const { SECRET: _, ...safe } = ours;
    expect(childEnvironment({}, ours, 'win32')).toEqual(safe);
  });

  it('on Windows, a configured variable replaces ours though its case differs', () => {
    expect(childEnvironment({ PATH: 'D:\\bin' }, { Path: 'C:\\Windows' }, 'win32')).toEqual({
      PATH: 'D:\\bin',
    });
  });
});
