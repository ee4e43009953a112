import { LockOutlined, StopOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Lock } from './grants.ts';

const icons = { parent: <LockOutlined />, own: <StopOutlined /> };
const wordOf = (of: 'menu' | 'button', lock: Lock) => `${of}${lock === 'parent' ? 'Parent' : 'Own'}` as const;

/** On a box that cannot be ticked: the reason as a sign. */
export const LockSign = ({ of, lock }: { of: 'menu' | 'button'; lock: Lock }) => {
  const { t } = useTranslation('system/roles');
  const word = t(`lock.${wordOf(of, lock)}`);
  return (
    <span className="grant-lock" role="img" aria-label={word} title={word}>
      {icons[lock]}
    </span>
  );
};

/** What the signs stand for, each once. */
export const LockLegend = ({ of, locks }: { of: 'menu' | 'button'; locks: readonly (Lock | null)[] }) => {
  const { t } = useTranslation('system/roles');
  const kinds = (['parent', 'own'] as const).filter((kind) => locks.includes(kind));
  return kinds.map((kind) => (
    <p key={kind} className="grant-lock">
      {icons[kind]} {t(`locked.${wordOf(of, kind)}`)}
    </p>
  ));
};
