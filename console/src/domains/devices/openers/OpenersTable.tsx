import {
  ApartmentOutlined,
  CreditCardOutlined,
  KeyOutlined,
  LinkOutlined,
  NumberOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { Opener, OpenerCounts, OpenerKind } from '@plomb/contract/devices/openers';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../../platform/session.ts';
import { AnswerSign } from './AnswerSign.tsx';
import { useCountWords } from './useCountWords.ts';
import { useOpenerWords } from './useOpenerWords.ts';

const icons = {
  person: UserOutlined,
  key: KeyOutlined,
  assigned: ApartmentOutlined,
  authorised: LinkOutlined,
  card: CreditCardOutlined,
  code: NumberOutlined,
} as const;

/** A lock stands for several cards that nobody registered, so what a row is of names it only with its place among its like. */
const keyed = (rows: readonly Opener[]): [string, Opener][] => {
  const times = new Map<number, number>();
  return rows.map((one) => {
    const nth = (times.get(one.id) ?? 0) + 1;
    times.set(one.id, nth);
    return [`${one.id}-${nth}`, one];
  });
};

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
export const OpenersTable = ({
  rows,
  counts,
}: {
  rows: readonly Opener[];
  counts: Record<OpenerKind, OpenerCounts>;
}) => {
  const { t } = useTranslation('devices/openers');
  const counted = useCountWords();
  const words = useOpenerWords();
  const me = useSession((s) => s.oper?.id);
  const kinds = [...new Set(rows.map(({ what }) => what))];
  return (
    <table className="openers-table">
      <thead>
        <tr>
          <th scope="col">{t('who')}</th>
          <th scope="col">{t('rule')}</th>
          <th scope="col">{t('when')}</th>
        </tr>
      </thead>
      {kinds.map((kind) => {
        const Icon = icons[kind];
        return (
          <tbody key={kind}>
            <tr className="openers-group">
              <th scope="rowgroup" colSpan={3}>
                {t(`kind.${kind}`)} <small>{counted.group(counts[kind])}</small>
              </th>
            </tr>
            {keyed(rows.filter(({ what }) => what === kind)).map(([key, one]) => (
              <tr key={key} data-answer={one.answer}>
                <td>
                  <div className="openers-who">
                    <AnswerSign answer={one.answer} />
                    <Icon className="openers-kind" aria-hidden />
                    <span>
                      <b>
                        <Asked one={one}>{words.name(one)}</Asked>
                      </b>
                      {one.what === 'person' && one.id === me && ` ${t('you')}`}
                      <small>{words.below(one)}</small>
                    </span>
                  </div>
                </td>
                <td>
                  {words.verdict(one)}
                  <small>{words.ground(one)}</small>
                </td>
                <td>{words.change(one)}</td>
              </tr>
            ))}
          </tbody>
        );
      })}
    </table>
  );
};
