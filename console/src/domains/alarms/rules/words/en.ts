export const words = {
  organisation: 'Organisation',
  intro:
    'What holds here, kind by kind. An organisation without a rule of its own takes that of the nearest above it, else that of the product.',
  kind: 'Kind',
  severity: 'Severity',
  when: 'When it rings',
  told: 'Who is told',
  further: 'If nobody takes it',
  from: 'Rule of',
  fromProduct: 'the product',
  fromAbove: 'an organisation above',
  own: 'its own',
  lesserThanAbove: 'Less than an organisation above has said since. It stays until somebody changes it.',
  lesserBelow: 'Less has, by a rule of its own:',
  off: 'Does not ring',
  toldAll: 'as the mailbox configuration has it',
  toldAbove_one: '{{count}} recipient of the organisation above',
  toldAbove_other: '{{count}} recipients of the organisation above',
  again_one: 'again after {{count}} min',
  again_other: 'again after {{count}} min',
  furtherTo_one: 'after {{count}} min to {{names}}',
  furtherTo_other: 'after {{count}} min to {{names}}',
  nextAbove: 'the next organisation above',
  notTold: 'notices are not told further',
  edit: 'Change {{kind}}',
  failed: 'The rules cannot be read.',
  retry: 'Try again',
  title: '{{kind}}, {{org}}',
  guards:
    'This kind guards goods: it always rings, at all hours. Ringing as less than critical needs a reason, and the log tells it as a warning.',
  rings: 'Rings',
  outside: 'Outside of these hours the alarm is a mere notice: kept, not rung, not told.',
  toldLabel: 'Told at once and again',
  toldHint:
    'None chosen: the recipients of this organisation, or of the nearest above it that has any. Whom a rule above names is told as well.',
  furtherLabel: 'Told further',
  furtherHint: 'None chosen: the recipients of the next organisation above.',
  againLabel: 'Told again after, minutes',
  furtherMinutes: 'Told further after, minutes',
  house: '{{minutes}}, by the system parameters',
  reason: 'Reason',
  save: 'Save',
  saved: 'The rule of {{kind}} holds from now on. What is open already stays as it is.',
  inherit: 'Take the rule from above again',
  inherited: '{{kind}} follows the rule from above again',
  history: 'Changes',
  noHistory: 'Nobody has changed it here.',
  byPlatform: 'the platform',
  went: 'rule removed',
} as const;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'alarms/rules': typeof words;
  }
}
