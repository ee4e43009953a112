import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

type Kind = 'notFound' | 'notAllowed' | 'missing';
export const fixedAt = (pathname: string): Kind => (pathname === '/401' ? 'notAllowed' : 'notFound');

/** The pages that stand for no page: unknown address, no right, and a menu whose page this console does not have. */
export const Fixed = ({ kind }: { kind: Kind }) => {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  return (
    <Result
      className="fixed-page"
      status={kind === 'notAllowed' ? '403' : kind === 'notFound' ? '404' : 'info'}
      title={t(`fixed.${kind}.title`)}
      subTitle={t(`fixed.${kind}.text`)}
      extra={
        <>
          <Button type="primary" onClick={() => void navigate('/dashboard')}>
            {t('home')}
          </Button>
          <Button onClick={() => void navigate(-1)}>{t('back')}</Button>
        </>
      }
    />
  );
};
