import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const batchRefusals = {
  batchStarted: refusal('conflict', '该批量指令已下发', 'This batch was started already'),
  batchEmpty: refusal('fail', '没有符合条件的设备', 'No device is meant'),
  batchNoneFit: refusal('fail', '没有设备会接受该指令', 'None of these devices would take the order'),
  batchTooMany: refusal('fail', '超过 {limit} 台设备，请缩小范围', 'More than {limit} devices, please choose fewer'),
  assignTooMany: refusal('fail', '超过 {limit} 台设备，请缩小范围', 'More than {limit} devices, please choose fewer'),
  assignNone: refusal('fail', '没有可分配的设备', 'None of these devices can be distributed to these organisations'),
  assignedAlready: refusal('conflict', '设备不能重复添加', 'Devices cannot be added twice'),
  seesDevice: refusal('conflict', '该组织已能看到此设备', 'The organisation sees the device already'),
  organisationOff: refusal('conflict', '该组织已停用', 'The organisation is disabled'),
  assignmentEnded: refusal('conflict', '该分配已结束', 'This distribution has ended'),
  sendingForbidden: refusal('noPermission', '该设备禁止下发', 'Sending to this device is forbidden'),
  sealOnly: refusal('noPermission', '该设备仅分配了施封', 'This device was distributed for sealing only'),
} as const satisfies Refusals;

export const batchFieldErrors = {
  batchCount: { zh: '台数不符', en: 'This is not how many there are' },
  chooseDevice: { zh: '请至少选择一台设备', en: 'Select at least one device' },
  chooseOrganisation: { zh: '请至少选择一个组织', en: 'Select at least one organisation' },
  chooseSealOrUnseal: { zh: '请选择施封或解封', en: 'Choose seal or unseal' },
  deviceTwice: { zh: '设备不能重复添加', en: 'Devices cannot be added twice' },
  organisationTwice: { zh: '组织不能重复添加', en: 'Organisations cannot be added twice' },
  tooManyOrganisations: { zh: '一次最多 20 个组织', en: 'At most 20 organisations at once' },
} as const satisfies FieldErrors;
