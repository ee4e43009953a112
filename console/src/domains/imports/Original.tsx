import { fileCalls } from '@plomb/contract/files/domain';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { download, send } from '../../platform/client.ts';
import { save } from '../../ui/saveFile.ts';

/** The file as it was sent, under the name it had. */
export const Original = ({ path, name }: { path: string; name: string }) => {
  const { t } = useTranslation('imports');
  const fetchIt = async (): Promise<void> => {
    try {
      const link = await send(fileCalls.files.link, { id: path });
      save((await download(link.url)).blob, name);
    } catch {
      // said by the client
    }
  };
  return (
    <Button size="small" onClick={() => void fetchIt()}>
      {t('original')}
    </Button>
  );
};
