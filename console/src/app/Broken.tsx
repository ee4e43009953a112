import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { recordError } from '../platform/errorLog.ts';
import { useSettings } from '../platform/settings.ts';

const words = {
  zh: { title: '发生错误', text: '控制台本身出错。未保存的内容可能已丢失。', reload: '刷新页面' },
  en: { title: 'Has Error', text: 'The console itself broke. What was not saved may be lost.', reload: 'Reload' },
};

/** The shell itself broke: nothing of it is used here, neither its words nor its components. */
export const Broken = () => {
  const error = useRouteError();
  const { title, text, reload } = words[useSettings((s) => s.lang)];
  useEffect(() => recordError('page', error), [error]);
  return (
    <main className="broken" role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <button type="button" onClick={() => location.reload()}>
        {reload}
      </button>
    </main>
  );
};
