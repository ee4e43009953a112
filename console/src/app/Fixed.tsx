import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { Blank } from '../ui/list/Blank.tsx';
import { openPanel } from './panel.ts';

/** The pages that stand for no page: unknown address, no right, and a menu whose page this console does not have. */
export const Fixed = ({ kind }: { kind: 'notFound' | 'notAllowed' | 'missing' }) => {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const named = pathname !== '/401' && pathname !== '/404';
  return (
    <div className="fixed-page">
      <Blank alone kind="filtered" title={t(`fixed.${kind}.title`)} text={t(`fixed.${kind}.text`)}>
        {named && <code className="fixed-address">{pathname + search}</code>}
        <Button type="primary" icon={<SearchOutlined />} onClick={() => openPanel('search')}>
          {t('search')}
        </Button>
        <Button onClick={() => void navigate('/dashboard')}>{t('home')}</Button>
        <Button onClick={() => void navigate(-1)}>{t('back')}</Button>
      </Blank>
    </div>
  );
};
