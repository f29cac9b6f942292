import { openDatabase } from './database.js';

describe('openDatabase', () => {
  it('refuses an address that is not of PostgreSQL, and says what to do', async () => {
    await expect(openDatabase('mysql://root@127.0.0.1/orders')).rejects.toThrow(
      'DATABASE_URL must begin with postgres:// or postgresql://; unset it to use the embedded database.',
    );
  });

  it('says that nobody answers, without showing the password', async () => {
    // Port 1 of this machine: reserved, and closed.
    const opened = openDatabase('postgres://app:secret@127.0.0.1:1/orders');
    await expect(opened).rejects.toThrow(
      'No PostgreSQL answers at DATABASE_URL; start it, or unset the variable.',
    );
    await expect(opened).rejects.not.toThrow('secret');
  });
});
