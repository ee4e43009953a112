import type { Lang } from '@plomb/contract/kit/text';
import type { Locale } from 'antd/es/locale';
import english from 'antd/es/locale/en_US';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';

const load: Record<Lang, () => Promise<Locale>> = {
  zh: async () => {
    const [{ default: locale }] = await Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')]);
    // the library's word for the number of rows a page is the one for the number of a page
    return { ...locale, Pagination: { ...locale.Pagination, page_size: '每页行数' } };
  },
  // the library brings its English along in any case
  en: async () => english,
};

/** The component library's own words, with dayjs following; the old ones stay until the new ones are there. */
export const useLocale = (lang: Lang): Locale | null => {
  const [locale, setLocale] = useState<Locale | null>(null);
  useEffect(() => {
    let wanted = true;
    void load[lang]().then((loaded) => {
      if (!wanted) return;
      dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en');
      document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
      setLocale(loaded);
    });
    return () => {
      wanted = false;
    };
  }, [lang]);
  return locale;
};
