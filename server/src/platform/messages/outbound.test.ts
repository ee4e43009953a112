import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isPublic, NotOutside, openOutbound } from './outbound.ts';

describe('where messages may be handed over', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::ffff:7f00:1',
    '::10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('%s is inside', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is outside', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  /** why a connection to a host is refused, by whatever way the host is written */
  const why = (host: string, allowed: readonly string[] = [], isEncrypted = true) =>
    new Promise<string>((done) => {
      const { lookup, check } = openOutbound(allowed, isEncrypted);
      try {
        check(host);
      } catch (error) {
        return done(error instanceof NotOutside ? 'inside' : String(error));
      }
      // nothing listens on this port: whoever gets so far has been let through
      const socket = connect({ host, port: 1, lookup });
      socket.once('error', (error: NodeJS.ErrnoException) => {
        done(error.code === 'EINSIDE' ? 'inside' : error.code === 'ENOTFOUND' ? 'nobody' : 'let through');
      });
      socket.once('connect', () => {
        socket.destroy();
        done('let through');
      });
    });

  it.each(['127.0.0.1', 'localhost', 'localhost.', '2130706433', '0x7f.1', '127.1', '[::1]', '::ffff:127.0.0.1'])(
    'a connection to %s is refused before a byte leaves',
    async (host) => {
      // a name that nobody knows is not reached either
      expect(await why(host)).toMatch(/inside|nobody/);
    },
  );

  it('goes inside where the settings open it, also unencrypted, and nowhere else so', async () => {
    expect(await why('127.0.0.1', ['127.0.0.0/8'], false)).toBe('let through');
    expect(await why('127.0.0.1', ['127.0.0.1'], true)).toBe('let through');
    expect(await why('127.0.0.1', ['10.0.0.0/8'], true)).toBe('inside');
    expect(() => openOutbound([], false).check('8.8.8.8')).toThrow(NotOutside);
    expect(() => openOutbound([], true).check('8.8.8.8')).not.toThrow();
  });
});
