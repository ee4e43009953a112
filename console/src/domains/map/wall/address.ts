import type { AlarmSeverityName } from '@plomb/contract/alarms/severity';

/** What of a wall stands in its address, so that a control room keeps it as a bookmark. */
export interface WallChoice {
  org: number | undefined;
  severity: AlarmSeverityName | null;
  /** seconds that each thing is looked at */
  every: number;
}
export const EVERY = { least: 5, most: 120, usual: 12 };

export const choiceFrom = (address: URLSearchParams): WallChoice => {
  const org = address.get('org') ?? '';
  const every = Number(address.get('every') ?? Number.NaN);
  return {
    org: /^[1-9]\d{0,14}$/.test(org) ? Number(org) : undefined,
    severity: address.get('severity') === 'critical' ? 'critical' : null,
    every: Number.isFinite(every) ? Math.round(Math.min(EVERY.most, Math.max(EVERY.least, every))) : EVERY.usual,
  };
};

export const choiceInto = (before: URLSearchParams, part: Partial<WallChoice>): URLSearchParams => {
  const next = new URLSearchParams(before);
  const put = (name: string, value: string | null): void =>
    value === null ? next.delete(name) : next.set(name, value);
  if ('org' in part) put('org', part.org === undefined ? null : String(part.org));
  if ('severity' in part) put('severity', part.severity ?? null);
  if (part.every !== undefined) put('every', part.every === EVERY.usual ? null : String(part.every));
  return next;
};
