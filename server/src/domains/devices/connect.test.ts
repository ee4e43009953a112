import { expect, it } from 'vitest';
import { gatewayAt } from './connect.routes.ts';

it.each([
  ['', 8090, '', 8090],
  ['locks.example.org', 8090, 'locks.example.org', 8090],
  [' locks.example.org:7700 ', 8090, 'locks.example.org', 7700],
  ['192.0.2.7:0', 8090, '192.0.2.7', null],
  ['', 0, '', null],
])('locks are told to connect as %j and port %i say: %j, %j', (said, port, host, told) => {
  expect(gatewayAt(said, port)).toEqual({ host, port: told });
});
