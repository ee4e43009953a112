import { type Opener, openerAnswers, openerKinds } from '@plomb/contract/devices/openers';
import { useTranslation } from 'react-i18next';
import type { FileWords } from '../../../ui/table/exportRequest.ts';

/** The columns of the list as a file, and the words of its codes. */
export const useOpenersFile = () => {
  const { t } = useTranslation('devices');
  const columns: { title: string; dataIndex: keyof Opener }[] = [
    { title: t('openers.way'), dataIndex: 'what' },
    { title: t('openers.who'), dataIndex: 'name' },
    { title: t('openers.login'), dataIndex: 'login_name' },
    { title: t('organisation'), dataIndex: 'org_name' },
    { title: t('openers.roleName'), dataIndex: 'roleName' },
    { title: t('openers.verdict'), dataIndex: 'answer' },
    { title: t('openers.why'), dataIndex: 'why' },
    { title: t('openers.when'), dataIndex: 'change' },
    { title: t('openers.from'), dataIndex: 'from_time' },
    { title: t('openers.until'), dataIndex: 'until_time' },
    { title: t('openers.by'), dataIndex: 'by' },
  ];
  const words: FileWords = {
    what: Object.fromEntries(openerKinds.map((kind) => [kind, t(`openers.kind.${kind}`)])),
    answer: Object.fromEntries(openerAnswers.map((answer) => [answer, t(`openers.answer.${answer}`)])),
  };
  return { columns, words };
};
