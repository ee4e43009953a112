import { type Command, commandStates } from '@plomb/contract/lock/command';
import { describe, expect, it } from 'vitest';
import { countdown, further, isAwaited, isOvertaken, isUndecided, stepsOf, timeLeft } from './stepper.ts';

const t = (second: number): string => `2026-11-21T04:31:${String(second).padStart(2, '0')}.000Z`;

/** A command as the server would tell it in this state. */
const command = (
  state: Command['state'],
  evidence: Command['evidence'] = null,
  wasSent = state !== 'queued' && state !== 'cancelled',
): Command => ({
  id: 1,
  device_id: 7,
  sn: '860411057382916',
  device_name: 'Container 7',
  kind: 'unseal',
  args: {},
  attempt: wasSent ? 1 : 0,
  result: null,
  state,
  idempotency_key: 'of-one-press',
  reason_code: null,
  reason_text: null,
  reason: 'Customs inspection',
  cause: state === 'answered_fail' ? 'busy' : null,
  replaced_by: null,
  assigned_to: '',
  approved_by: '',
  in_frozen: '',
  waits_for: null,
  oper_name: 'Zhou Min',
  login_name: 'zhoumin',
  create_time: t(8),
  expire_time: '2026-11-21T05:01:08.000Z',
  sent_time: wasSent ? t(9) : null,
  answer_time: state === 'answered_ok' || state === 'answered_fail' ? t(14) : null,
  finish_time: ['answered_ok', 'answered_fail', 'failed', 'expired', 'cancelled'].includes(state) ? t(20) : null,
  evidence_time: evidence === null ? null : t(30),
  evidence,
});
/** `sign/look` of each step, and the last step's word. */
const drawn = (c: Command): string[] => {
  const steps = stepsOf(c);
  return [...steps.map((s) => `${s.sign} ${s.look}`), steps[3]?.word ?? ''];
};

describe('the four steps of a command', () => {
  const waiting = 'answered_ok next';
  const never = 'answered_ok void';
  it.each<[string, Command, string[]]>([
    ['queued', command('queued'), ['queued current', 'sent next', 'answered_ok next', waiting, 'proved']],
    ['sent', command('sent'), ['queued passed', 'sent current', 'answered_ok next', waiting, 'proved']],
    ['answered', command('answered_ok'), ['queued passed', 'sent passed', 'answered_ok current', waiting, 'proved']],
    ['refused', command('answered_fail'), ['queued passed', 'sent passed', 'answered_fail current', never, 'proved']],
    ['uncertain', command('uncertain'), ['queued passed', 'sent passed', 'uncertain current', waiting, 'proved']],
    ['failed after sending', command('failed'), ['queued passed', 'sent passed', 'failed current', never, 'proved']],
    ['expired after sending', command('expired'), ['queued passed', 'sent passed', 'expired current', never, 'proved']],
    [
      'expired in the queue',
      command('expired', null, false),
      ['queued passed', 'expired current', never, never, 'proved'],
    ],
    ['cancelled', command('cancelled'), ['queued passed', 'cancelled current', never, never, 'proved']],
    [
      'answered and proved',
      command('answered_ok', 'confirmed'),
      ['queued passed', 'sent passed', 'answered_ok passed', 'proved current', 'proved'],
    ],
    [
      'answered and contradicted',
      command('answered_ok', 'contradicted'),
      ['queued passed', 'sent passed', 'answered_ok passed', 'answered_fail current', 'contradicted'],
    ],
    [
      'never answered, yet proved',
      command('uncertain', 'confirmed'),
      ['queued passed', 'sent passed', 'uncertain passed', 'proved current', 'proved'],
    ],
    [
      'moved before it answered',
      command('sent', 'confirmed'),
      ['queued passed', 'sent passed', 'answered_ok void', 'proved current', 'proved'],
    ],
    [
      'refused, yet moved',
      command('answered_fail', 'confirmed'),
      ['queued passed', 'sent passed', 'answered_fail passed', 'proved current', 'proved'],
    ],
    [
      'expired, yet moved',
      command('expired', 'confirmed'),
      ['queued passed', 'sent passed', 'expired passed', 'proved current', 'proved'],
    ],
  ])('%s', (_, c, expected) => expect(drawn(c)).toEqual(expected));

  const everyOne = commandStates.flatMap((state) =>
    ([null, 'confirmed', 'contradicted', 'held'] as const).flatMap((evidence) =>
      [true, false].map((wasSent) => command(state, evidence, wasSent)),
    ),
  );
  it('draws the filled tick when the lock has spoken, and never otherwise', () => {
    for (const c of everyOne)
      expect(
        stepsOf(c).some((s) => s.sign === 'proved'),
        `${c.state} ${c.evidence}`,
      ).toBe(c.evidence === 'confirmed');
  });
  it('always stands at exactly one step', () => {
    for (const c of everyOne)
      expect(stepsOf(c).filter((s) => s.look === 'current').length, `${c.state} ${c.evidence} ${c.sent_time}`).toBe(1);
  });
  it('promises a next step only while one may come', () => {
    for (const c of everyOne)
      expect(
        stepsOf(c).some((s) => s.look === 'next'),
        `${c.state} ${c.evidence}`,
      ).toBe(isUndecided(c));
  });
  it('of a seal the platform holds claims neither sending nor answer, whatever times stand beside it', () => {
    const seal = (evidence: Command['evidence']): Command => ({ ...command('held', evidence), kind: 'seal' });
    const told = (c: Command) => stepsOf(c).map((s) => [s.key, s.word, s.look, s.time]);
    expect(told(seal('held'))).toEqual([
      ['queued', 'queued', 'passed', t(8)],
      ['proved', 'held', 'current', t(30)],
    ]);
    expect(told(seal('contradicted'))).toEqual([
      ['queued', 'queued', 'passed', t(8)],
      ['proved', 'contradicted', 'current', t(30)],
    ]);
    expect(stepsOf(command('answered_ok', 'confirmed'))).toHaveLength(4);
  });
  it('says of what went out once, and not at its last turn, that it was sent', () => {
    const later = { ...command('expired', null, false), attempt: 1 };
    expect(drawn(later).slice(0, 3)).toEqual(['queued passed', 'sent passed', 'expired current']);
  });
  it('tells when each step happened', () => {
    expect(stepsOf(command('answered_ok', 'confirmed')).map((s) => s.time)).toEqual([t(8), t(9), t(14), t(30)]);
    expect(stepsOf(command('cancelled')).map((s) => s.time)).toEqual([t(8), t(20), null, null]);
  });
});

describe('waiting', () => {
  it('holds the buttons while a command is under way or was just accepted', () => {
    const answered = Date.parse(t(14));
    const held = (state: Command['state'], evidence: Command['evidence'], now: number): boolean =>
      isAwaited(command(state, evidence), now);
    expect([held('queued', null, answered + 1e9), held('sent', null, answered + 1e9)]).toEqual([true, true]);
    expect([59_000, 60_000].map((ms) => held('answered_ok', null, answered + ms))).toEqual([true, false]);
    expect(held('answered_ok', 'confirmed', answered)).toBe(false);
    expect(held('uncertain', null, answered)).toBe(false);
  });

  it('counts down while queued, and not after', () => {
    const now = Date.parse('2026-11-21T04:57:27.500Z');
    expect(timeLeft(command('queued'), now)).toBe(220_500);
    expect(timeLeft(command('queued'), now + 3_600_000)).toBe(0);
    expect(timeLeft(command('sent'), now)).toBeNull();
  });
  it.each([
    [0, '0:00'],
    [220_500, '3:41'],
    [3_725_000, '1:02:05'],
  ])('%i ms reads %s', (ms, words) => expect(countdown(ms)).toBe(words));
});

it('keeps the account that came further, whichever arrives last', () => {
  const order = [
    command('queued'),
    command('sent'),
    command('uncertain'),
    command('answered_ok'),
    command('answered_ok', 'confirmed'),
  ];
  order.forEach((later, i) => {
    for (const earlier of order.slice(0, i)) {
      expect(further(later, earlier)).toBe(later);
      expect(further(earlier, later)).toBe(later);
    }
  });
  expect(further(command('uncertain'), command('sent', 'confirmed')).evidence).toBe('confirmed');
  const again = [
    command('queued'),
    command('sent'),
    { ...command('queued'), attempt: 1 },
    { ...command('sent'), attempt: 2 },
    command('failed'),
    command('answered_ok'),
  ];
  again.forEach((later, i) => {
    for (const earlier of again.slice(0, i)) {
      expect(further(later, earlier)).toBe(later);
      expect(further(earlier, later)).toBe(later);
    }
  });
});

describe('a command whose proof the lock has left behind since', () => {
  const later = { lock_since: t(40) };
  it.each([
    ['unseal', 'confirmed', 2, true],
    ['unseal', 'confirmed', 0, false],
    ['unseal', 'confirmed', 1, false],
    ['unseal', 'confirmed', 3, true],
    ['seal', 'held', 1, true],
    ['seal', 'held', 2, false],
    ['seal', 'contradicted', 1, false],
  ] as const)('%s, %s, lock in state %i: %s', (kind, evidence, lock_status, overtaken) => {
    expect(isOvertaken({ ...command('answered_ok', evidence), kind }, { ...later, lock_status })).toBe(overtaken);
  });
  it('is none while the state shown is merely the one before', () => {
    expect(isOvertaken(command('answered_ok', 'confirmed'), { lock_since: t(29), lock_status: 2 })).toBe(false);
    expect(isOvertaken(command('answered_ok', 'confirmed'), { lock_since: null, lock_status: 2 })).toBe(false);
  });
});
