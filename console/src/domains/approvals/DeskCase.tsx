import { CloseOutlined } from '@ant-design/icons';
import type { Approval } from '@plomb/contract/approvals/approvals';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { useSettings } from '../../platform/settings.ts';
import { ApprovalDetail } from './ApprovalDetail.tsx';
import { ApprovalProgress } from './ApprovalProgress.tsx';
import { headOf } from './about.ts';
import { Decide } from './Decide.tsx';

/** One request in whole, what is decided of it below, and beside it how far it came. */
export const DeskCase = ({
  one,
  failure,
  close,
}: {
  one: Approval | undefined;
  failure: unknown;
  close: () => void;
}) => {
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  return (
    <>
      <article className="desk-case" aria-label={one && headOf(one, lang)}>
        <Button className="desk-close" type="text" icon={<CloseOutlined />} aria-label={ui('close')} onClick={close} />
        {one ? (
          <>
            <div className="desk-case-body">
              <ApprovalDetail one={one} isAlone={false} />
            </div>
            <footer>
              <Decide one={one} />
            </footer>
          </>
        ) : failure ? (
          <p className="desk-failed" role="alert">
            {failureWords(failure, lang)}
          </p>
        ) : (
          <Skeleton className="desk-coming" active paragraph={{ rows: 8 }} />
        )}
      </article>
      {one && <ApprovalProgress one={one} />}
    </>
  );
};
