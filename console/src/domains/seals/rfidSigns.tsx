import { ArrowRightOutlined, CheckOutlined, CloseOutlined } from '@ant-design/icons';
import type { RfidRecord } from '@plomb/contract/seals/rfid';
import type { TFunction } from 'i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { Two } from '../../ui/table/Two.tsx';

/** What a reader said: whether it was done by shape, then in words, with the code of the specification behind. */
export const ResultSign = ({ of: { result, good } }: { of: Pick<RfidRecord, 'result' | 'good'> }) => {
  const results = useDictionary('rfid_record');
  return (
    <span className="rfid-result" data-good={good}>
      {good ? <CheckOutlined aria-hidden /> : <CloseOutlined aria-hidden />}
      <span>{results.word(String(result))}</span>
      <code>{result}</code>
    </span>
  );
};

/** How its lock stood before and after; gold where something between was not told. */
export const StatesSign = ({
  of: { from_state, to_state, expected },
}: {
  of: Pick<RfidRecord, 'from_state' | 'to_state' | 'expected'>;
}) => {
  const states = useDictionary('rfid_state');
  const word = (state: string | null): string => (state ? states.word(state) : '?');
  return (
    <span className="rfid-states" data-expected={expected}>
      {word(from_state)} <ArrowRightOutlined aria-label="→" /> {word(to_state)}
    </span>
  );
};

/** A chip over what it was put on. */
export const chipColumn = (t: TFunction<'seals'>) => ({
  title: t('rfid.chip'),
  dataIndex: 'number' as const,
  identity: true as const,
  width: 170,
  render: (_: unknown, one: { number: string; object: string }) => (
    <Two upper={<span className="mono">{one.number}</span>} lower={one.object} />
  ),
  file: [
    { field: 'number' as const, title: t('rfid.chip') },
    { field: 'object' as const, title: t('rfid.object') },
  ],
});
