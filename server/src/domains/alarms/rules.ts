import { isDeepStrictEqual } from 'node:util';
import type { alarmRules } from '@plomb/contract/alarms/rules';
import { RULE_REASON_LEAST } from '@plomb/contract/alarms/rules';
import { alarmSeverities, isGuarding } from '@plomb/contract/alarms/severity';
import type { FieldErrorCode } from '@plomb/contract/errors';
import type { z } from 'zod';

type Asked = Pick<
  z.output<(typeof alarmRules.set)['input']>,
  'kind' | 'is_on' | 'severity' | 'schedule' | 'again_minutes' | 'further_minutes' | 'reason'
>;

/** What cannot be said of a kind, beside its field; null: it can. `house`: minutes where the rule says none. */
export const ruleRefusal = (
  { kind, is_on, severity, schedule, again_minutes, further_minutes, reason }: Asked,
  house: { again: number; further: number },
): { field: keyof Asked; error: FieldErrorCode } | null => {
  if (isGuarding(kind)) {
    if (!is_on) return { field: 'is_on', error: 'alarmRuleGuards' };
    if (schedule !== null) return { field: 'schedule', error: 'alarmRuleGuards' };
    if (severity === 'info') return { field: 'severity', error: 'alarmRuleNotice' };
    if (severity !== 'critical' && [...reason].length < RULE_REASON_LEAST)
      return { field: 'reason', error: 'alarmRuleReason' };
  }
  return (further_minutes ?? house.further) < (again_minutes ?? house.again) &&
    (again_minutes !== null || further_minutes !== null)
    ? { field: 'further_minutes', error: 'alarmRuleMinutes' }
    : null;
};

type Rings = Pick<Asked, 'is_on' | 'severity' | 'schedule'>;

/** What the organisations above the caller's have said rings so: below them it may ring more by one's own word, never less. */
export const lessThanAbove = (asked: Rings, above: Rings): { field: keyof Rings; error: FieldErrorCode } | null => {
  if (!above.is_on) return null;
  if (!asked.is_on) return { field: 'is_on', error: 'alarmRuleAbove' };
  if (alarmSeverities.indexOf(asked.severity) > alarmSeverities.indexOf(above.severity))
    return { field: 'severity', error: 'alarmRuleAbove' };
  return asked.schedule !== null && !isDeepStrictEqual(asked.schedule, above.schedule)
    ? { field: 'schedule', error: 'alarmRuleAbove' }
    : null;
};
