import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { notify, said } from '../../../platform/notices.ts';

/** JSON with indents; what does not parse stands as it came. */
export const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** A request or a response, to be read and copied. */
export const JsonBlock = ({ name, text }: { name: string; text: string }) => {
  const { t } = useTranslation('ui');
  const { t: words } = useTranslation('system/logs');
  const shown = pretty(text);
  const copy = async (): Promise<void> => {
    try {
      // absent on plain http, where only this machine's own pages count as safe
      await navigator.clipboard.writeText(shown);
      said(t('copied'));
    } catch {
      notify('info', words('copyFailed'), 3000);
    }
  };
  return (
    <section className="log-body">
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long body scrolls in itself, by keyboard too */}
      <pre tabIndex={0}>{shown}</pre>
    </section>
  );
};
