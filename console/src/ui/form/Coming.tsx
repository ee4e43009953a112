import { Skeleton } from 'antd';
import { useContext, useEffect } from 'react';
import { PendingContext } from './pending.ts';

/** In the place of a form's fields while they are fetched: saved now, all of them would be lacking. */
export const Coming = () => {
  const setPending = useContext(PendingContext);
  useEffect(() => {
    setPending((before) => before + 1);
    return () => setPending((before) => before - 1);
  }, [setPending]);
  return <Skeleton active paragraph={{ rows: 8 }} />;
};
