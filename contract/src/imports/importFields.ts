import { devices } from '../devices/devices.ts';
import type { Text } from '../kit/text.ts';

/** What a file can bring of a device, as its columns are headed in a template; sorts, makers and owners by their names. */
export const importFields = {
  sn: { zh: '序列号', en: 'Serial number' },
  device_name: { zh: '名称', en: 'Name' },
  device_type: { zh: '设备类型', en: 'Device type' },
  org_name: { zh: '所属组织', en: 'Organisation' },
  factory: { zh: '厂商', en: 'Manufacturer' },
  subject: { zh: '看护对象', en: 'What it guards' },
  device_no: { zh: '设备编号', en: 'Device number' },
  sim_card: { zh: 'SIM 卡号', en: 'SIM card' },
  mobileID: { zh: '移动 ID', en: 'Mobile ID' },
  device_address: { zh: '使用地点', en: 'Place of use' },
} as const satisfies Record<string, Text>;
export type ImportField = keyof typeof importFields;
export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]];

/** Other headings by which a column is known. */
const alsoCalled: Partial<Record<ImportField, readonly string[]>> = {
  sn: ['sn', '锁号', '设备序列号', '终端号', 'serial', 'serial no', 'lock number'],
  device_name: ['设备名称', '车牌/名称', 'device name'],
  device_type: ['型号', '类型', 'type', 'model'],
  org_name: ['组织', '单位', 'org', 'company'],
  factory: ['制造商', '供应商', 'supplier', 'maker'],
  subject: ['车牌', '车牌号', '使用者', 'plate', 'subject'],
  sim_card: ['sim', 'sim卡', 'iccid'],
  device_address: ['地址', 'address'],
};

/** What two headings that mean the same have in common. */
export const headingKey = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*_-]+/g, '');

const known = new Map<string, ImportField>(
  importFieldNames.flatMap((field) => {
    const { zh, en } = importFields[field];
    return [field, zh, en, ...(alsoCalled[field] ?? [])].map((heading) => [headingKey(heading), field] as const);
  }),
);
/** The field a heading names by itself. */
export const fieldCalled = (heading: string): ImportField | null => known.get(headingKey(heading)) ?? null;

/** The rules of a device's fields, as its form has them: said once. */
export const deviceRules = devices.add.input.shape;
