import {
  ApartmentOutlined,
  CreditCardOutlined,
  KeyOutlined,
  LinkOutlined,
  LockOutlined,
  NumberOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { Opener, OpenerCounts, OpenerKind } from '@plomb/contract/devices/openers';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../../platform/session.ts';
import { RightsTable } from './RightsTable.tsx';
import { useOpenerWords } from './useOpenerWords.ts';
import '../../../lock/deviceLink.css';

const icons = {
  person: UserOutlined,
  key: KeyOutlined,
  assigned: ApartmentOutlined,
  authorised: LinkOutlined,
  card: CreditCardOutlined,
  code: NumberOutlined,
  password: LockOutlined,
} as const;

/** The way to what else it can open, where that is a person, a key or a card that somebody registered. */
const Asked = ({ one, children }: { one: Opener; children: ReactNode }) => {
  const { what, id, operator_id, card } = one;
  const of =
    what === 'key'
      ? `of=key&who=${id}`
      : card
        ? card.registered && `of=card&who=${id}`
        : operator_id !== null && `of=operator&who=${operator_id}`;
  if (!of) return children;
  return (
    <Link className="device-link" to={`/whoCanOpen?${of}`}>
      {children}
    </Link>
  );
};

/** Who, by which rule, and when that changes; kind by kind. */
export const OpenersTable = (props: { rows: readonly Opener[]; counts: Record<OpenerKind, OpenerCounts> }) => {
  const { t } = useTranslation('devices/openers');
  const words = useOpenerWords();
  const me = useSession((s) => s.oper?.id);
  return (
    <RightsTable
      {...props}
      heading={t('who')}
      wordOf={(kind) => t(`kind.${kind}`)}
      keyOf={({ id }) => id}
      whose={(one) => {
        const Icon = icons[one.what];
        return (
          <>
            <Icon className="openers-kind" aria-hidden />
            <span>
              <b>
                <Asked one={one}>{words.name(one)}</Asked>
              </b>
              {one.what === 'person' && one.id === me && ` ${t('you')}`}
              <small>{words.below(one)}</small>
            </span>
          </>
        );
      }}
    />
  );
};
