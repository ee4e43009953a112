import { describe, expect, it } from 'vitest';
import { loginPath, safeRedirect } from './redirect.ts';

describe('safeRedirect', () => {
  it.each(['/device', '/device?a=1&b=2#c', '/map'])('accepts %s', (path) => {
    expect(safeRedirect(path)).toBe(path);
  });
  it.each([
    null,
    '',
    'device',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/login',
    '/login?redirect=/login',
    '/auth-redirect',
  ])('refuses %j', (path) => {
    expect(safeRedirect(path)).toBeNull();
  });
});

describe('loginPath', () => {
  it('keeps path, query and hash through the sign-in', () => {
    const path = loginPath({ pathname: '/device', search: '?a=1&b=2', hash: '#c' });
    expect(safeRedirect(new URLSearchParams(path.split('?')[1]).get('redirect'))).toBe('/device?a=1&b=2#c');
  });
  it('asks for nothing when there is nowhere to return to', () => {
    expect(loginPath({ pathname: '/', search: '', hash: '' })).toBe('/login');
    expect(loginPath({ pathname: '/login', search: '', hash: '' })).toBe('/login');
  });
});
