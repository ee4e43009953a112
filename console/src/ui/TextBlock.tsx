import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from './useCopy.ts';
import './textBlock.css';

/** Something of a machine's, to be read as `children` show it, and copied as `text`. */
export const TextBlock = ({ name, text, children }: { name: string; text: string; children: ReactNode }) => {
  const { t } = useTranslation('ui');
  const copy = useCopy();
  return (
    <section className="text-block">
      <header>
        <h3>{name}</h3>
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined />}
          aria-label={`${t('copy')}: ${name}`}
          onClick={() => copy(text)}
        >
          {t('copy')}
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls in itself, by keyboard too */}
      <pre tabIndex={0}>{children}</pre>
    </section>
  );
};
