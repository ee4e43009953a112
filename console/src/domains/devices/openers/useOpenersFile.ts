import { type Opener, openerAnswers, openerKinds } from '@plomb/contract/devices/openers';
import { useTranslation } from 'react-i18next';
import type { FileWords } from '../../../ui/table/exportRequest.ts';

type OfFile<Field> = { columns: { title: string; dataIndex: Field }[]; words: FileWords };

/** The columns of the list as a file, and the words of its codes. */
export const useOpenersFile = (): OfFile<keyof Opener> => {
  const { t } = useTranslation('devices/openers');
  return {
    columns: [
      { title: t('way'), dataIndex: 'what' },
      { title: t('who'), dataIndex: 'name' },
      { title: t('login'), dataIndex: 'login_name' },
      { title: t('organisation'), dataIndex: 'org_name' },
      { title: t('roleName'), dataIndex: 'roleName' },
      { title: t('verdict'), dataIndex: 'answer' },
      { title: t('why'), dataIndex: 'why' },
      { title: t('when'), dataIndex: 'change' },
      { title: t('from'), dataIndex: 'from_time' },
      { title: t('until'), dataIndex: 'until_time' },
      { title: t('by'), dataIndex: 'by' },
    ],
    words: {
      what: Object.fromEntries(openerKinds.map((kind) => [kind, t(`kind.${kind}`)])),
      answer: Object.fromEntries(openerAnswers.map((answer) => [answer, t(`answer.${answer}`)])),
    },
  };
};

const ofPerson: ReadonlySet<keyof Opener> = new Set(['what', 'name', 'login_name', 'org_name', 'roleName']);
/** The same of the list of what somebody can open. */
export const useOpenablesFile = (): OfFile<keyof Opener | 'sn' | 'device_name' | 'subject'> => {
  const { t } = useTranslation('devices/openers');
  const { columns, words } = useOpenersFile();
  return {
    columns: [
      { title: t('serial'), dataIndex: 'sn' },
      { title: t('deviceName'), dataIndex: 'device_name' },
      { title: t('plate'), dataIndex: 'subject' },
      { title: t('organisation'), dataIndex: 'org_name' },
      { title: t('rule'), dataIndex: 'what' },
      ...columns.filter(({ dataIndex }) => !ofPerson.has(dataIndex)),
    ],
    words: { ...words, what: Object.fromEntries(openerKinds.map((kind) => [kind, t(`right.${kind}`)])) },
  };
};
