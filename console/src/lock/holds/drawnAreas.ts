import { fieldErrors, fieldWords } from '@plomb/contract/errors';
import type { Text } from '@plomb/contract/kit/text';
import { isGbk } from '@plomb/contract/lock/gbk';
import { AreaName } from '@plomb/contract/lock/orderKinds';
import { mostAreas, type NamedArea, outlineFault } from '@plomb/contract/lock/outline';
import { wrong } from '../../ui/form/Said.tsx';

/** An area while it is drawn. */
export interface DrawnArea {
  name: string;
  area: NamedArea['area'] | null;
}

const nameFault = (name: string): Text | null => {
  const issue = AreaName.safeParse(name).error?.issues[0];
  if (issue) return fieldWords(issue);
  return isGbk(name) ? null : fieldErrors.unwritable;
};
const drawnFault = (area: DrawnArea['area']): Text | null => {
  const fault = area && outlineFault(area);
  if (fault) return fieldErrors[fault];
  return area === null ? fieldErrors.drawArea : null;
};

/** What is wrong with the first area that cannot be kept; null: all can. */
export const areasFault = (areas: readonly DrawnArea[], most = mostAreas): { at: number; why: Text } | null => {
  for (const [at, { name, area }] of areas.entries()) {
    const why = at >= most ? fieldErrors.drawArea : (nameFault(name) ?? drawnFault(area));
    if (why) return { at, why };
  }
  return areas.length === 0 ? { at: 0, why: fieldErrors.drawArea } : null;
};

/** The same for a form: of several, which. */
export const drawnAll = async (_: unknown, areas: DrawnArea[]): Promise<void> => {
  const fault = areasFault(areas);
  if (!fault) return;
  const { at, why } = fault;
  const name = areas[at]?.name ?? '';
  throw wrong(
    areas.length < 2
      ? why
      : { zh: `${name || `区域 ${at + 1}`}：${why.zh}`, en: `${name || `Area ${at + 1}`}: ${why.en}` },
  );
};
/** All that are drawn, as they are sent. */
export const areasOf = (areas: readonly DrawnArea[] = []): NamedArea[] =>
  areas.flatMap(({ name, area }) => (area ? [{ name, area }] : []));
/** Those that can be sent already. */
export const drawnOnly = (areas: DrawnArea[]): DrawnArea[] =>
  areas.filter(({ area, name }) => area !== null && name !== '');
