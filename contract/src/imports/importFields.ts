import { cards } from '../cards/cards.ts';
import { devices } from '../devices/devices.ts';
import type { Permit } from '../kit/call.ts';
import type { Text } from '../kit/text.ts';
import { orders } from '../orders/orders.ts';

/** What is imported. */
export const importTypes = ['device', 'card'] as const;
export type ImportType = (typeof importTypes)[number];

/** What a file can bring, as its columns are headed in a template; sorts, makers and owners by their names. */
export const importFields = {
  device: {
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
  },
  card: {
    ic_no: { zh: 'IC 卡号', en: 'IC-card number' },
    ic_name: { zh: '名称', en: 'Name' },
    card_type: { zh: '类型', en: 'Type' },
    card_no: { zh: '卡面编号', en: 'Card no.' },
    org_name: { zh: '所属组织', en: 'Organisation' },
    lat: { zh: '纬度', en: 'Latitude' },
    lon: { zh: '经度', en: 'Longitude' },
    radius: { zh: '半径（米）', en: 'Radius (metres)' },
  },
} as const satisfies Record<ImportType, Record<string, Text>>;
export type DeviceField = keyof (typeof importFields)['device'];
export type CardField = keyof (typeof importFields)['card'];
export type ImportField = DeviceField | CardField;

export const deviceFields = Object.keys(importFields.device) as DeviceField[];
export const cardFields = Object.keys(importFields.card) as CardField[];
export const fieldsOfImport: Record<ImportType, readonly ImportField[]> = { device: deviceFields, card: cardFields };
export const importFieldNames = [...new Set<ImportField>([...deviceFields, ...cardFields])] as [
  ImportField,
  ...ImportField[],
];
export const fieldTitle = (type: ImportType, field: ImportField): Text =>
  (importFields[type] as Partial<Record<ImportField, Text>>)[field] ?? { zh: field, en: field };

/** What each row is known by: a file without it brings nothing. */
export const numberField = { device: 'sn', card: 'ic_no' } as const satisfies Record<ImportType, ImportField>;

/**
 * What one holds, beside the buttons of imports, to see such a file at all, and to bring what it says. The number of a card is
 * whole for whoever may give cards (decision 0047), and a file is full of them.
 */
export const importPermits = {
  device: { seen: [], brought: [] },
  card: { seen: [orders.add_cards.permit], brought: [orders.add_cards.permit, cards.add.permit] },
} as const satisfies Record<ImportType, Record<'seen' | 'brought', readonly Permit[]>>;

/** Other headings by which a column is known. */
const alsoCalled: Record<ImportType, Partial<Record<ImportField, readonly string[]>>> = {
  device: {
    sn: ['sn', '锁号', '设备序列号', '终端号', 'serial', 'serial no', 'lock number'],
    device_name: ['设备名称', '车牌/名称', 'device name'],
    device_type: ['型号', '类型', 'type', 'model'],
    org_name: ['组织', '单位', 'org', 'company'],
    factory: ['制造商', '供应商', 'supplier', 'maker'],
    subject: ['车牌', '车牌号', '使用者', 'plate', 'subject'],
    sim_card: ['sim', 'sim卡', 'iccid'],
    device_address: ['地址', 'address'],
  },
  card: {
    ic_no: ['卡号', 'card number', 'ic card', 'number'],
    ic_name: ['卡名', '卡名称', '持卡人', 'card name', 'holder'],
    card_type: ['卡类型', 'card type'],
    card_no: ['编号', 'printed on it'],
    org_name: ['组织', '单位', 'org', 'company'],
    lat: ['lat'],
    lon: ['lng', 'long'],
    radius: ['半径', 'radius'],
  },
};

/** What two headings that mean the same have in common. */
export const headingKey = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*_-]+/g, '');

const knownOf = (type: ImportType): ReadonlyMap<string, ImportField> =>
  new Map(
    fieldsOfImport[type].flatMap((field) => {
      const { zh, en } = fieldTitle(type, field);
      return [field, zh, en, ...(alsoCalled[type][field] ?? [])].map(
        (heading) => [headingKey(heading), field] as const,
      );
    }),
  );
const known: Record<ImportType, ReadonlyMap<string, ImportField>> = {
  device: knownOf('device'),
  card: knownOf('card'),
};
/** The field a heading names by itself. */
export const fieldCalled = (type: ImportType, heading: string): ImportField | null =>
  known[type].get(headingKey(heading)) ?? null;

/** The rules of a device's fields and of a card's, as their forms have them: said once. */
export const deviceRules = devices.add.input.shape;
export const cardRules = cards.add.input.shape;
