import type { DictionarySeeds, Word } from '../../kit/word.ts';
import type { orgTypes } from '../../system/organisations/organisations.ts';

export const organisationWords = {
  org_type: {
    title: { zh: '组织类型', en: 'Organisation type' },
    items: {
      operator: ['运营方', 'Operator'],
      carrier: ['承运人', 'Carrier'],
      shipper: ['货主', 'Shipper'],
      depot: ['仓库', 'Depot'],
      customs: ['海关', 'Customs'],
      maintenance: ['维修方', 'Maintenance'],
      other: ['其他', 'Other'],
    } satisfies Record<(typeof orgTypes)[number], Word>,
  },
} as const satisfies DictionarySeeds;
