import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, settingsTable } from './config.ts';

describe('configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({ HOST: '127.0.0.1', PORT: 8080, demo: false });
  });

  it('takes an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).PORT).toBe(8080);
  });

  it('tells all mistakes at once, by name', () => {
    const wrong = () => readConfig({ PORT: 'http', RETENTION_DAYS: '0', DATABASE_URL: 'mysql://x' }, ['--dmeo']);
    for (const name of ['PORT', 'RETENTION_DAYS', 'DATABASE_URL', '--dmeo']) expect(wrong).toThrow(name);
  });

  it('takes a bucket for files only with its key, and no key in its address', () => {
    const bucket = (FILES_URL: string, more: Record<string, string> = {}) =>
      readConfig({ FILES_URL, FILES_ACCESS_KEY: 'plomb', FILES_SECRET_KEY: 'kX7-pQ2v9-long', ...more });
    expect(bucket('https://s3.example:9000/seals/prefix').FILES_REGION).toBe('us-east-1');
    expect(
      bucket('https://s3.example/seals', { FILES_SECRET_KEY: '', FILES_SECRET_KEY_FILE: '/run/key' }),
    ).toBeTruthy();
    expect(() => readConfig({ FILES_URL: 'https://s3.example/seals' })).toThrow('FILES_ACCESS_KEY');
    expect(() => bucket('https://plomb:key@s3.example/seals')).toThrow('FILES_URL');
    for (const none of [
      'https://s3.example',
      'https://s3.example/',
      'https://s3.example/a?x=1',
      'ftp://s3.example/seals',
    ])
      expect(() => bucket(none)).toThrow('FILES_URL');
    expect(() => bucket('https://s3.example/seals', { FILES_SECRET_KEY: 'password' })).toThrow('FILES_SECRET_KEY');
  });

  it('refuses sample secrets, and the demonstration beyond this machine', () => {
    expect(() => readConfig({ PLOMB_ADMIN_PASSWORD: 'password' })).toThrow('PLOMB_ADMIN_PASSWORD');
    expect(() => readConfig({ PLOMB_SIGN_SECRET: 'changeme-changeme' })).toThrow('PLOMB_SIGN_SECRET');
    expect(() => readConfig({ HOST: '0.0.0.0' }, ['--demo'])).toThrow('loopback');
    expect(() => readConfig({ HOST: '127.example.org' }, ['--demo'])).toThrow('loopback');
    expect(() => readConfig({ TRUST_PROXY: '127.0.0.1' }, ['--demo'])).toThrow('TRUST_PROXY');
  });

  it('is everything in one process unless it says how a part finds the others', () => {
    expect(readConfig({}).ROLES).toEqual(['api', 'gateway', 'ingest', 'jobs']);
    const PLOMB_SECRET = 'what every process opens the seals with';
    const shared = { NATS_URL: 'nats://a:4222,tls://b:4222', DATABASE_URL: 'postgres://x/y', PLOMB_SECRET };
    expect(readConfig({ ...shared, ROLES: 'jobs, api' }).ROLES).toEqual(['api', 'jobs']);
    expect(() => readConfig({ ...shared, ROLES: 'api,cook' })).toThrow('there is no cook');
    expect(() => readConfig({ ...shared, NATS_URL: '', ROLES: 'api' })).toThrow('NATS_URL');
    expect(() => readConfig({ ...shared, DATABASE_URL: '', ROLES: 'api' })).toThrow('DATABASE_URL');
    expect(() => readConfig({ ...shared, NATS_URL: 'http://a' })).toThrow('nats://');
    expect(() => readConfig({ ...shared, PLOMB_SECRET: '', ROLES: 'api' })).toThrow('PLOMB_SECRET');
    expect(readConfig({ ...shared, PLOMB_SECRET: '', PLOMB_SECRET_FILE: '/run/s', ROLES: 'api' }).ROLES).toEqual([
      'api',
    ]);
    expect(() => readConfig({ ...shared, ROLES: 'gateway' }, ['--demo'])).toThrow('ROLES');
  });

  it.each([
    'password',
    'admin',
    'administrator',
    'admin123',
    'Administrator1',
    'password1',
    'P@ssw0rd!',
    'changeme',
    '123456',
    '888888',
    '123123',
    '12345678',
    '654321',
    'Root2026',
    'secret!!',
    'testtest',
  ])('takes %s for a sample', (password) => {
    expect(() => readConfig({ PLOMB_ADMIN_PASSWORD: password })).toThrow('PLOMB_ADMIN_PASSWORD');
  });
  it.each(['keeper-of-7-seals', 'Xk4mPq92', '48291736', 'adminton-by-night', 'drei Laternen'])(
    'takes %s',
    (password) => {
      expect(readConfig({ PLOMB_ADMIN_PASSWORD: password }).PLOMB_ADMIN_PASSWORD).toBe(password);
    },
  );

  it('is printed in the README as it is', async () => {
    const file = resolve(import.meta.dirname, '../../../README.md');
    const readme = await readFile(file, 'utf8');
    const rows = settingsTable().map(
      (s) => `| \`${s.name}\` | ${s.fallback ? `\`${s.fallback}\`` : ''} | ${s.meaning} |`,
    );
    const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
    const now = readme.replace(/(<!-- settings -->\n)[\s\S]*(<!-- \/settings -->)/, `$1${table}\n$2`);
    if (process.env.UPDATE_README) await writeFile(file, now);
    else expect(now).toBe(readme);
  });
});
