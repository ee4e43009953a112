import { Serial } from './Serial.tsx';
import { useNumber } from './useNumber.ts';

/** How many of which, with the numbers of the first of them; `others`: that there are more. */
export const Numbered = ({
  of,
  others,
}: {
  of: readonly { key: string; words: string; count: number; numbers: readonly string[] }[];
  others: string;
}) => {
  const number = useNumber();
  return (
    <ul className="work-numbered">
      {of.map(({ key, words, count, numbers }) => (
        <li key={key}>
          <b>{number(count)}</b>
          <div>
            <p>{words}</p>
            <p>
              {numbers.map((sn) => (
                <Serial key={sn} value={sn} />
              ))}
              {count > numbers.length && others}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
};
