import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Dictionaries } from './system/dictionaries/dictionaries.ts';
import { type DictCode, dictCodes, seedOf } from './words.ts';

/** Every enumeration the contract exports, by file and name, with its values as text. */
const enumerations = async (): Promise<[string, string[]][]> => {
  const found: [string, string[]][] = [];
  for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (!/^[\w/]+\.ts$/.test(file) || file.includes('testing/')) continue;
    const module: Record<string, unknown> = await import(`./${file}`);
    for (const [name, value] of Object.entries(module)) {
      const values = valuesOf(value);
      if (values) found.push([`${file.slice(0, -3)}.${name}`, values.map(String)]);
    }
  }
  return found;
};
const isCode = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
const valuesOf = (value: unknown): unknown[] | null => {
  if (value instanceof z.ZodEnum) return value.options;
  if (value instanceof z.ZodUnion && value.options.every((o) => o instanceof z.ZodLiteral))
    return value.options.flatMap((o) => [...(o as z.ZodLiteral).values]);
  if (Array.isArray(value)) return value.length > 1 && value.every(isCode) ? value : null;
  const entries = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return entries.length > 1 && entries.every((v) => typeof v === 'number') ? entries : null;
};

/** Which dictionary holds the words of an enumeration. A new one has to be named here or below. */
const wordsIn: Record<string, DictCode> = {
  'apps/appVersions.mobileApps': 'mobile_app',
  'apps/appVersions.appPlatforms': 'app_platform',
  'apps/appSteps.appStates': 'app_state',
  'apps/appInstallations.upgradeStates': 'upgrade_state',
  'messages/channels.messageChannels': 'message_channel',
  'messages/channels.robotChannels': 'message_channel',
  'messages/channels.wayChannels': 'message_channel',
  'messages/channels.sentChannels': 'message_channel',
  'messages/channels.recipientChannels': 'message_channel',
  'personal/secondFactor.factorChannels': 'factor_channel',
  'messages/channels.mailSecurities': 'mail_security',
  'mailbox/alarmConfig.mailboxLanguages': 'language',
  'mailbox/alarmConfig.receiveTypes': 'receive_type',
  'mailbox/alarmWays.sentKinds': 'sent_kind',
  'mailbox/alarmConfig.troubleKinds': 'way_trouble',
  'mailbox/alarmConfig.wayHealths': 'way_health',
  'personal/browsers.leastSeverities': 'alarm_severity',
  'messages/messages.messagePurposes': 'message_purpose',
  'messages/messages.messageStates': 'message_state',
  'firmware/steps.firmwareStates': 'firmware_state',
  'firmware/steps.rolloutStates': 'rollout_state',
  'firmware/steps.rolloutDeeds': 'rollout_deed',
  'firmware/steps.issueStates': 'issue_state',
  'firmware/rollouts.issueRefusals': 'issue_refusal',
  'firmware/rollouts.issueWaits': 'issue_wait',
  'firmware/steps.issueCauses': 'issue_cause',
  'lock/codes.LockStatus': 'msg_ls',
  'lock/codes.LockAction': 'msg_lst',
  'lock/codes.LockSource': 'msg_lso',
  'lock/codes.ReportType': 'msg_type',
  'lock/codes.Fault': 'fault',
  'lock/codes.alarmKinds': 'alarm_kind',
  'lock/codes.lockFamilies': 'lock_family',
  'personal/myDevices.deviceHolds': 'device_hold',
  'approvals/approvals.approvalStates': 'approval_state',
  'approvals/approvals.approvalWays': 'approval_way',
  'approvals/approvals.approvalDirections': 'approval_direction',
  'friends/applications.applicationStates': 'application_state',
  'friends/applications.applicationOutcomes': 'application_state',
  'friends/applications.applicationDirections': 'application_direction',
  'friends/authorisations.authorisationStates': 'authorisation_state',
  'friends/authorisations.authorisationValues': 'authorisation_value',
  'friends/authorisations.authorisationEnds': 'authorisation_end',
  'friends/authorisations.authorisationDirections': 'authorisation_direction',
  'devices/stockSteps.StockStatus': 'stock_status',
  'devices/stockSteps.deviceStates': 'device_state',
  'devices/stockSteps.stockStepNames': 'stock_step',
  'devices/stockSteps.preliminaryChecks': 'preliminary_check',
  'devices/putAside.quarantineReasons': 'quarantine_reason',
  'lock/report.notUnderstoodReasons': 'not_understood_reason',
  'lock/identity.identityRules': 'identity_rule',
  'lock/identity.unsealPasswords': 'unseal_password',
  'lock/command.commandStates': 'command_state',
  'lock/command.endedStates': 'command_state',
  'lock/orderKinds.commandKinds': 'command_kind',
  'lock/command.commandEvidence': 'command_evidence',
  'lock/command.replyCauses': 'reply_cause',
  'alarms/alarms.AlarmSeverity': 'alarm_severity',
  'alarms/alarms.alarmResults': 'alarm_result',
  'alarms/alarms.alarmEnds': 'alarm_result',
  'alarms/alarms.alarmSteps': 'alarm_step',
  'alarms/alarms.alarmTurns': 'alarm_step',
  'alarms/severity.alarmSeverities': 'alarm_severity',
  'lock/operable.outOfUse': 'out_of_use',
  'lock/connection.Connection': 'connection',
  'lock/connection.CommunicateStatus': 'communicate_status',
  'lock/connection.Heard': 'heard',
  'lock/connection.Astray': 'astray',
  'lock/codes.LockStatusCode': 'msg_ls',
  'lock/signs.bySeverity': 'msg_ls',
  'map/geoFiles.geoFormats': 'geo_format',
  'tracks/trip.gapKinds': 'track_gap',
  'tracks/tracks.trackFormats': 'track_format',
  'basemaps/baseMaps.baseMapKinds': 'base_map_kind',
  'basemaps/baseMaps.trials': 'base_map_trial',
  'basemaps/baseMaps.addressKinds': 'base_map_kind',
  'basemaps/baseMaps.vendorKinds': 'base_map_kind',
  'basemaps/baseMaps.datums': 'datum',
  'basemaps/baseMaps.scriptKinds': 'base_map_kind',
  'basemaps/baseMaps.tileDatums': 'datum',
  'basemaps/baseMaps.tileSchemas': 'tile_schema',
  'map/fences.fenceTypes': 'fence_type',
  'map/fences.fenceColours': 'fence_colour',
  'map/fences.fenceAlarms': 'fence_alarm',
  'map/fences.fenceBounds': 'fence_bound',
  'system/logs/logs.businessTypes': 'business_type',
  'imports/importFields.importTypes': 'import_type',
  'imports/imports.importStates': 'import_state',
  'cards/cards.cardTypes': 'card_type',
  'cards/cards.cardStandings': 'card_standing',
  'batches/assignments.assignedOrders': 'assigned_orders',
  'batches/assignments.assignmentStates': 'assignment_state',
  'batches/assignments.assignmentEnds': 'assignment_end',
  'batches/batches.batchKinds': 'command_kind',
  'batches/batches.batchStates': 'batch_state',
  'jobs/jobs.jobKinds': 'job_kind',
  'jobs/jobs.jobStates': 'job_state',
  'kit/call.EnableStatus': 'enable_status',
  'system/organisations/organisations.orgTypes': 'org_type',
  'devices/management.managementEnds': 'management_end',
  'custody/rows.ledgerGroups': 'ledger_group',
  'custody/facts.ledgerFacts': 'ledger_fact',
  'custody/rows.ledgerRights': 'ledger_right',
  'records/changes.changeKinds': 'change_kind',
  'records/reports.recordTold': 'record_told',
  'records/reports.positionStatuses': 'position_status',
  'orders/openings.openingWays': 'opening_way',
  'orders/openings.openingRights': 'opening_right',
  'orders/openings.openingProofs': 'opening_proof',
  'cards/matrix.syncStates': 'sync_state',
  'cards/matrix.syncCauses': 'sync_cause',
  'lock/swipe.swipeVerdicts': 'swipe_verdict',
  'lock/swipe.swipeDoubts': 'swipe_doubt',
  'cards/rules.ruleChanges': 'rule_change',
  'cards/matrix.cellStandings': 'cell_standing',
  'cards/matrix.cardOpenings': 'card_opens',
  'seals/kinds.isoClasses': 'iso_class',
  'logistics/batchSteps.BatchStep': 'step_record',
  'logistics/batchSteps.batchSteps': 'step_record',
  'logistics/batchSteps.batchStates': 'transport_status',
  'logistics/batchSteps.positionStates': 'position_state',
  'logistics/batchSteps.abnormalCauses': 'batch_cause',
  'logistics/limits.limitKinds': 'alarm_kind',
  'logistics/plan.positionMedia': 'position_medium',
  'logistics/verdict.verdicts': 'batch_verdict',
  'logistics/packs.packParts': 'pack_part',
  'logistics/packs.packCuts': 'pack_part',
  'logistics/journey.journeyParts': 'pack_part',
  'logistics/verdict.reasonCodes': 'journey_reason',
  'logistics/stepRecords.stepSources': 'step_source',
  'logistics/tasks.taskKinds': 'field_task',
  'seals/rfidSteps.rfidActions': 'rfid_action',
  'seals/rfidSteps.RfidResult': 'rfid_record',
  'seals/rfidSteps.rfidResults': 'rfid_record',
  'seals/rfidSteps.rfidStates': 'rfid_state',
  'seals/rfidSteps.taskOutcomes': 'rfid_task_outcome',
  'seals/rfid.rfidCauses': 'rfid_cause',
  'seals/rfid.rfidTaskStates': 'rfid_task_state',
  'seals/statistics.tallySources': 'tally_source',
  'seals/statistics.tallyOutcomes': 'tally_outcome',
  'seals/sealSteps.SealOperation': 'seal_operation',
  'seals/sealSteps.sealOperations': 'seal_operation',
  'seals/sealSteps.sealStates': 'seal_state',
  'seals/operations.operationOutcomes': 'seal_outcome',
  'seals/operations.abnormalKinds': 'seal_abnormal',
  'metering/meterSteps.meterStates': 'meter_state',
  'metering/meters.dueStates': 'meter_due',
  'metering/meters.sealLooks': 'seal_look',
  'metering/meters.historyKinds': 'meter_history',
  'metering/types.meterShapes': 'meter_shape',
  'metering/inspections.appearances': 'meter_appearance',
  'metering/inspections.inspectionResults': 'inspection_result',
  'metering/workSteps.workStates': 'work_state',
  'metering/calendar.dueKinds': 'meter_due_kind',
  'seals/handovers.handoverStates': 'handover_state',
  'seals/handovers.handoverPurposes': 'handover_purpose',
  'seals/handovers.handoverOutcomes': 'handover_outcome',
  'seals/seals.handKinds': 'seal_hand',
};
/** Values nobody reads as a word on a screen, or whose words belong to one screen alone. */
const noWords = new Set([
  'kit/call.pageSizes',
  'kit/word.dictColours',
  'menus.menuCodes',
  'words.dictCodes',
  'params.paramNames',
  'kit/refusal.statusOf',
  'lock/signs.shapeIds',
  'system/dictionaries/dictionaries.DictOrigin',
  'system/roles/roles.RoleLock',
  'system/menus/menus.reservedCodes',
  'session/session.SetUp',
  'session/session.sessionEnds',
  'map/map.viewSorts',
  // a filter of the map page alone, in its words
  'map/fleetFilter.heards',
  'map/onMap.onMapLimit',
  'devices/life.lifeKinds',
  'devices/rights.cardsKnown',
  'devices/openers.openerKinds',
  'devices/openers.openerAnswers',
  'devices/openers.openedBy',
  'devices/openable.openersAsked',
  'lock/operationClauses.operationClauses',
  'session/session.sessionEnds',
  'lock/outline.radiusLimits',
  'lock/outline.widthLimits',
  'map/geoFiles.geoLimits',
  // those of an order, and two of one screen
  'batches/batches.batchOutcomes',
  'batches/batches.batchLimits',
  'firmware/rollouts.rolloutLimits',
  'cards/rules.ruleLimits',
  'batches/assignments.assignmentLimits',
  'friends/applications.applicationLimits',
  'friends/applications.applicationKinds',
  'friends/authorisations.authorisationLimits',
  // one screen has them, in its words
  'friends/authorisations.authorisationTabs',
  'friends/friends.friendLimits',
  'files/sheets.sheetEncodings',
  'files/sheets.sheetLimits',
  'imports/importFields.importFieldNames',
  'imports/importFields.deviceFields',
  'imports/importFields.cardFields',
  'devices/configuration.parameterNames',
  'devices/configuration.parameterStandings',
  // orders, which have words of their own
  'approvals/approvals.approvalKinds',
  'approvals/approvals.approvalOrders',
  'friends/authorisations.secondSaid',
  'approvals/approvals.approvalRuleKinds',
  'approvals/approvals.presentRuleKinds',
  // each is a refusal with words of its own
  'devices/stock.stockRefusals',
  // how wide and how high
  'devices/signature.signatureSheet',
  'orders/orderQueue.cancelRefusals',
  // minutes, from and to
  'orders/lockCodes.codeWindow',
  // the words of how far an order came, and of its evidence: `useStageWord`
  'orders/orderQueue.orderStages',
  // where a page of the queue goes on, and what a waiting order is told to wait for, in a sentence
  'orders/orderQueue.orderStandings',
  'lock/command.orderWaits',
  // what a refusal that rings is called in its record: each is a refusal, whose words are shown
  'seals/sealSteps.sealAlarms',
  // the thing itself says what it is called
  'seals/field.thingKinds',
  'metering/workSteps.openWork',
  'metering/workSteps.workSteps',
  'seals/balance.balanceTerms',
  'seals/rfid.rfidGroupings',
  'seals/statistics.tallySpans',
  'seals/figures.figureSpans',
  'seals/figures.figureWays',
  // `figure_view`, with the operations beside them
  'seals/figures.figureViews',
  'seals/refusalNames.refusalNames',
  // what happens to a batch, and what a lock says of its metal: its steps have the words
  'logistics/batchSteps.batchEvents',
  'logistics/batchSteps.lockWords',
  // how a list is looked through, in the words of its screen
  'friends/authorisations.authorisationTabs',
  'logistics/logisticsBatches.batchTabs',
  // what an import leaves out, in sentences of its screen
  'map/geoFiles.leftOutOf',
  'logistics/verdict.reasonWeights',
  'logistics/moments.momentKinds',
  // the legend of its lane
  'logistics/moments.lockStands',
  'logistics/packs.PACK_LIMITS',
  // of a form and its menus
  'seals/number.sealMedia',
]);

describe('every code has its words', async () => {
  const all = await enumerations();

  test('each enumeration of the contract is named', () => {
    expect(all.map(([name]) => name).filter((name) => !wordsIn[name] && !noWords.has(name))).toEqual([]);
  });
  test('each name is one of the contract', () => {
    const names = new Set(all.map(([name]) => name));
    expect([...Object.keys(wordsIn), ...noWords].filter((name) => !names.has(name))).toEqual([]);
  });
  test.each(all.filter(([name]) => wordsIn[name]))('%s', (name, values) => {
    const { items } = seedOf(wordsIn[name]!);
    expect(values.filter((value) => !items[value])).toEqual([]);
  });
});

test.each(dictCodes)('%s has a name and words in both languages', (code) => {
  const { title, items } = seedOf(code);
  expect(code).toMatch(/^[a-z][a-z0-9_]*$/);
  const words = [[title.zh, title.en], ...Object.values(items)];
  expect(words.length).toBeGreaterThan(2);
  for (const [zh, en] of words) {
    expect(zh?.trim()).toBeTruthy();
    expect(en?.trim()).toBeTruthy();
  }
});

test('every word fits where it is handed out and changed', () => {
  const all = dictCodes.map((code) => {
    const { title, items } = seedOf(code);
    const rows = Object.entries(items).map(([item_code, [zh, en, colour = 'grey']]) => ({
      item_code,
      item_text: { zh, en },
      colour,
      enabled: true,
    }));
    return [code, { dict_text: title, items: rows }];
  });
  expect(Dictionaries.safeParse(Object.fromEntries(all)).error?.issues).toBeUndefined();
});

test('the codes of section 4 of the specification are all there', () => {
  const codes = (code: DictCode) => Object.keys(seedOf(code).items).join(' ');
  expect(codes('msg_ls')).toBe('0 1 2 3 255');
  expect(codes('msg_lso')).toBe('1 3 4 5 6 7 8 9 10 11 12 13');
  expect(codes('fault')).toBe('0 1001 1002 1003 1004 1005 1006 1008 1009 1010 9999');
  expect(codes('stock_status')).toBe('1 2 3 4 5 6 7');
  expect(codes('seal_operation')).toBe('0 1 2 3 4');
  expect(codes('step_record')).toBe('0 1 2 3 4 5');
  expect(codes('device_step')).toBe('0 1 2 3 5');
  expect(codes('rfid_record')).toBe('0 1 2 3 4 5 6 7');
  expect(codes('auto_seal_mode')).toBe('0 1 2 3 4 5');
  expect(codes('control_command')).toBe('1 2 3');
});
