import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Blank } from '../ui/list/Blank.tsx';

type Kind = 'notFound' | 'notAllowed' | 'missing';
export const fixedAt = (pathname: string): Kind => (pathname === '/401' ? 'notAllowed' : 'notFound');

/** The pages that stand for no page: unknown address, no right, and a menu whose page this console does not have. */
export const Fixed = ({ kind }: { kind: Kind }) => {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  return (
    <div className="fixed-page">
      <Blank kind="filtered" title={t(`fixed.${kind}.title`)} text={t(`fixed.${kind}.text`)}>
        <Button type="primary" onClick={() => void navigate('/dashboard')}>
          {t('home')}
        </Button>
        <Button onClick={() => void navigate(-1)}>{t('back')}</Button>
      </Blank>
    </div>
  );
};
