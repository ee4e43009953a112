import { AlertOutlined, AuditOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { LockStatus } from '@plomb/contract/lock/codes';
import { trustOf } from '@plomb/contract/lock/trust';
import { StateSign } from '../../../lock/sign/StateSign.tsx';
import { useSettings } from '../../../platform/settings.ts';
import type { WallItem } from './items.ts';

/** The sign of what is the matter: metal that was forced is filled red, and nothing else is. */
export const ItemSign = ({ item, size }: { item: WallItem; size: number }) => {
  const lang = useSettings((s) => s.lang);
  if (item.kind === 'alarm' && item.critical)
    return <StateSign status={LockStatus.abnormal} lang={lang} size={size} decorative />;
  if (item.kind === 'silent' || item.kind === 'battery') {
    const { lock_status, connection, fresh } = item.lock;
    return (
      <StateSign
        status={lock_status}
        connection={connection}
        trust={trustOf(item.lock, fresh)}
        lang={lang}
        size={size}
        decorative
      />
    );
  }
  const Icon = item.kind === 'alarm' ? AlertOutlined : item.kind === 'order' ? QuestionCircleOutlined : AuditOutlined;
  return <Icon className="wall-item-sign" style={{ fontSize: size * 0.86 }} aria-hidden />;
};
