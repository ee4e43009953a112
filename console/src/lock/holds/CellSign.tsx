import {
  CheckOutlined,
  HourglassOutlined,
  QuestionCircleOutlined,
  StopOutlined,
  SyncOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import type { CellStanding } from '@plomb/contract/cards/matrix';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../platform/clock.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { shortTime } from '../shortTime.ts';
import './holds.css';

const signs = {
  synced: CheckOutlined,
  area: CheckOutlined,
  pushing: SyncOutlined,
  waits: HourglassOutlined,
  removing: SyncOutlined,
  drift: WarningOutlined,
  doubt: QuestionCircleOutlined,
  unable: StopOutlined,
} as const satisfies Record<CellStanding, unknown>;

/** How a card stands to a lock, in a sign and a word; to a screen reader in a whole one. */
export const CellSign = ({ standing, wake = null }: { standing: CellStanding; wake?: string | null }) => {
  const { t } = useTranslation('lock');
  const words = useDictionary('cell_standing');
  const Sign = signs[standing];
  const whole =
    words.word(standing) +
    (standing === 'waits' && wake ? `, ${t('holds.wake', { time: shortTime(wake, serverNow()) })}` : '');
  const short = (): string => {
    if (standing === 'synced') return '';
    return standing === 'waits' && wake ? shortTime(wake, serverNow()) : t(`holds.cells.${standing}`);
  };
  return (
    <span className="cell-sign" data-standing={standing} title={whole}>
      <Sign aria-hidden="true" />
      <span aria-hidden="true">{short()}</span>
      <span className="unseen">{whole}</span>
    </span>
  );
};
