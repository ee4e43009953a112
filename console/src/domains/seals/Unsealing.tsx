import { ExclamationCircleFilled, TeamOutlined, WarningFilled } from '@ant-design/icons';
import type { Unsealing as Asked } from '@plomb/contract/seals/field';
import { useTranslation } from 'react-i18next';

/** What taking it off asks for here, said before anybody does: not to open it at all, a second person and a reason, or nothing. Undefined: nobody knows yet. */
export const Unsealing = ({
  of,
  placed,
  failed,
}: {
  of: Asked | null | undefined;
  /** where it is asked for is known as well as a place has to be */
  placed: boolean;
  failed: boolean;
}) => {
  const { t } = useTranslation('seals');
  if (of === null) return null;
  // with the room of the answer, so that the buttons below stay where they are
  if (!of)
    return failed ? null : (
      <div className="field-unsealing" data-says="asking">
        <p>{t('field.unsealing.asking')}</p>
      </div>
    );
  if (of.refusal)
    return (
      <div className="field-unsealing" data-says="no">
        <WarningFilled aria-hidden />
        <div>
          <h3>{t('field.unsealing.no')}</h3>
          <p>{of.words}</p>
          <p>{t('field.unsealing.off')}</p>
        </div>
      </div>
    );
  if (of.with_reason)
    return (
      <div className="field-unsealing" data-says="elsewhere">
        <ExclamationCircleFilled aria-hidden />
        <div>
          <h3>{t('field.unsealing.elsewhere')}</h3>
          <p>{t(placed ? 'field.unsealing.notHere' : 'field.unsealing.nowhere')}</p>
          <p>{t('field.unsealing.byTwo')}</p>
        </div>
      </div>
    );
  return (
    <div className="field-unsealing" data-says="yes">
      {of.with_witness && <TeamOutlined aria-hidden />}
      <p>{t(of.with_witness ? 'field.unsealing.two' : 'field.unsealing.one')}</p>
    </div>
  );
};
