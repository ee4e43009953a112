import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { notify, said } from '../../platform/notices.ts';
import { hexLines } from './hex.ts';

/** Bytes as people who write decoders read them: sixteen a line, with their place; copied they are plain hexadecimal. */
export const HexBlock = ({ name, hex }: { name: string; hex: string }) => {
  const { t } = useTranslation('ui');
  const copy = async (): Promise<void> => {
    try {
      // absent on plain http, where only this machine's own pages count as safe
      await navigator.clipboard.writeText(hex);
      said(t('copied'));
    } catch {
      notify('info', hex.slice(0, 400), 5000);
    }
  };
  return (
    <section className="hex-block">
      <header>
        <h3>{name}</h3>
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined />}
          aria-label={`${t('copy')}: ${name}`}
          onClick={() => void copy()}
        >
          {t('copy')}
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long frame scrolls in itself, by keyboard too */}
      <pre tabIndex={0}>
        {hexLines(hex).map(({ at, bytes, text }) => (
          <span className="hex-line" key={at}>
            <span className="hex-beside">{at}</span>
            <span>{bytes}</span>
            <span className="hex-beside">{text}</span>
          </span>
        ))}
      </pre>
    </section>
  );
};
