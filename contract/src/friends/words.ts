import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { ApplicationDirection, ApplicationState } from './applications.ts';
import type {
  AuthorisationState,
  AuthorisationValue,
  authorisationDirections,
  authorisationEnds,
} from './authorisations.ts';

export const friendWords = {
  application_direction: {
    title: { zh: '申请方向', en: 'Direction of an application' },
    items: {
      incoming: ['收到', 'Received'],
      outgoing: ['发出', 'Sent'],
    } satisfies Record<ApplicationDirection, Word>,
  },
  application_state: {
    title: { zh: '申请状态', en: 'State of an application' },
    items: {
      pending: ['待处理', 'Waiting', 'gold'],
      agreed: ['已同意', 'Agreed', 'green'],
      declined: ['已拒绝', 'Declined', 'red'],
      withdrawn: ['已撤回', 'Withdrawn'],
      lapsed: ['已过期', 'Lapsed'],
    } satisfies Record<ApplicationState, Word>,
  },
  authorisation_state: {
    title: { zh: '授权状态', en: 'State of an authorisation' },
    items: {
      pending_first: ['待第一授权人', 'First authoriser decides', 'gold'],
      pending_second: ['待第二授权人', 'Second authoriser decides', 'gold'],
      active: ['有效', 'Active', 'green'],
      declined: ['已拒绝', 'Declined', 'red'],
      withdrawn: ['已撤回', 'Withdrawn'],
      lapsed: ['逾期未决', 'Lapsed'],
      expired: ['已到期', 'Expired'],
      ended: ['已终止', 'Ended'],
    } satisfies Record<AuthorisationState, Word>,
  },
  authorisation_value: {
    title: { zh: '设备授权', en: 'Device authorisation' },
    items: {
      unauthorised: ['未授权', 'Unauthorised'],
      authorised: ['已授权', 'Authorised', 'green'],
      permanent: ['长期授权', 'Permanent', 'blue'],
    } satisfies Record<AuthorisationValue, Word>,
  },
  authorisation_end: {
    title: { zh: '授权终止原因', en: 'End of an authorisation' },
    items: {
      revoked: ['操作人', 'Decided by'],
      disabled: ['人员或组织已停用', 'A person or an organisation was disabled'],
      friendship: ['好友关系已解除', 'The friendship has ended'],
      moved: ['设备、人员或组织已移动', 'A device, a person or an organisation was moved'],
      retired: ['设备已停用注销', 'The device was retired'],
      recycled: ['设备已回收', 'The device was recycled'],
      left: ['人员或组织已删除', 'A person or an organisation was deleted'],
      used: ['次数已用完', 'All its openings are used'],
      unreviewed: ['一年内未确认', 'Not confirmed within a year'],
    } satisfies Record<(typeof authorisationEnds)[number], Word>,
  },
  authorisation_direction: {
    title: { zh: '授权方向', en: 'Direction of an authorisation' },
    items: {
      mine: ['授予我', 'Mine'],
      given: ['由我方授予', 'Given by us'],
    } satisfies Record<(typeof authorisationDirections)[number], Word>,
  },
} as const satisfies DictionarySeeds;
