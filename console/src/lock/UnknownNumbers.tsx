import { Alert } from 'antd';
import { useState } from 'react';
import { unknownOf } from './unknownNumbers.ts';

const shown = 20;

/** Says which of the pasted numbers are none of the caller's devices. */
export const UnknownNumbers = ({
  title,
  ...work
}: {
  of: Parameters<typeof unknownOf>[0];
  id: number;
  title: (count: number) => string;
}) => {
  const [numbers] = useState(() => unknownOf(work.of, work.id));
  if (numbers.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={title(numbers.length)}
      description={
        <span className="mono">
          {numbers.slice(0, shown).join(' ')}
          {numbers.length > shown && ' …'}
        </span>
      }
    />
  );
};
