import type { Lang } from '@plomb/contract/kit/text';
import { useTranslation } from 'react-i18next';
import type { BaseMap } from '../../map/baseMap.ts';
import type { Look } from '../../map/covered.ts';
import type { LngLat } from '../../map/marks.ts';
import { StillMap } from '../../map/StillMap.tsx';
import { useDark } from '../../platform/settings.ts';

interface Props {
  base: BaseMap;
  look: Look & { isLandmark: boolean };
  lang: Lang;
  /** where somebody pressed */
  onPoint?: ((at: LngLat) => void) | undefined;
}

/** What a base map has where it is looked at, in one of its languages. */
export const LookPicture = ({ base, look, lang, onPoint }: Props) => {
  const { t } = useTranslation('basemaps');
  const mode = useDark() ? 'dark' : 'light';
  return (
    <StillMap
      at={look.at}
      lang={lang}
      mode={mode}
      label={t('preview', { lang: t(lang) })}
      base={base}
      zoom={look.zoom}
      isMarked={look.isLandmark}
      {...(onPoint && { onPoint })}
    />
  );
};
