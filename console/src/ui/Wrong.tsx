import { Alert } from 'antd';
import { useUnsaid } from '../platform/notices.ts';

/** Why a deed came to nothing: it stays where the deed was tried, from when the message that said it has left. */
export const Wrong = ({ words, className }: { words: string; className?: string }) => {
  const unsaid = useUnsaid(words);
  return unsaid && <Alert type="error" showIcon title={unsaid} role="alert" {...(className && { className })} />;
};
