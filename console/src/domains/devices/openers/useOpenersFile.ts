import { type Opener, openerAnswers, openerKinds } from '@plomb/contract/devices/openers';
import { useTranslation } from 'react-i18next';
import type { FileWords } from '../../../ui/table/exportRequest.ts';

/** The columns of the list as a file, and the words of its codes. */
export const useOpenersFile = () => {
  const { t } = useTranslation('devices/openers');
  const columns: { title: string; dataIndex: keyof Opener }[] = [
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
  ];
  const words: FileWords = {
    what: Object.fromEntries(openerKinds.map((kind) => [kind, t(`kind.${kind}`)])),
    answer: Object.fromEntries(openerAnswers.map((answer) => [answer, t(`answer.${answer}`)])),
  };
  return { columns, words };
};
