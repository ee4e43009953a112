import { useTranslation } from 'react-i18next';
import { Serial } from '../../ui/Serial.tsx';
import { useNumber } from '../../ui/useNumber.ts';

/** How many locks for which reason, with the first of them. */
export const Numbered = ({
  of,
}: {
  of: readonly { key: string; words: string; count: number; numbers: readonly string[] }[];
}) => {
  const { t } = useTranslation('firmware');
  const number = useNumber();
  return (
    <ul className="firmware-numbered">
      {of.map(({ key, words, count, numbers }) => (
        <li key={key}>
          <b>{number(count)}</b>
          <div>
            <p>{words}</p>
            <p>
              {numbers.map((sn) => (
                <Serial key={sn} value={sn} />
              ))}
              {count > numbers.length && t('preview.others')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
};
