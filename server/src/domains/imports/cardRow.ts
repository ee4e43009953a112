import { placeFault } from '@plomb/contract/cards/cards';
import { type CardField, cardFields, cardRules } from '@plomb/contract/imports/importFields';
import { searchKey } from '@plomb/contract/kit/search';
import { type CellError, codeOf, damageOf, isFormula, type Plan, saidIn } from './cells.ts';
import { type Find, whyUnknown } from './named.ts';

export interface CardValues {
  org_id: number;
  ic_no: string;
  ic_name: string;
  card_no: string;
  card_type: string;
  lat: number | null;
  lon: number | null;
  radius: number | null;
}

export interface CardFinds {
  org_name: Find;
  /** the type a word names, by `searchKey` */
  types: ReadonlyMap<string, string>;
}

export interface JudgedCard {
  /** what a form would send; of a field with an error something or nothing */
  values: CardValues;
  /** the fields the row itself says something in */
  said: readonly CardField[];
  errors: CellError[];
}

/** A row of cards, by the rules of the card form. Whether the organisation has the card is judged afterwards. */
export const judgeCard = (cells: readonly string[], plan: Plan, find: CardFinds): JudgedCard => {
  const raw = saidIn(cardFields, cells, plan.mapping);
  const errors: CellError[] = [];
  const read = <F extends 'ic_no' | 'ic_name' | 'card_no' | 'lat' | 'lon' | 'radius', V extends string | number | null>(
    field: F,
    value: (said: string) => V,
  ): V => {
    const damage = damageOf(raw[field]);
    if (damage) errors.push({ field, code: damage });
    const found = cardRules[field].safeParse(damage ? null : value(raw[field]));
    if (found.success) return found.data as V;
    if (!damage) errors.push({ field, code: codeOf(found.error.issues[0]!) });
    return value('');
  };
  const text = (said: string): string => said;
  // as it is typed, or as a spreadsheet has a very small one; no 0x1F
  const number = (said: string): number | null =>
    said === '' ? null : /^[-+]?[\d.]+(e-\d+)?$/i.test(said) ? Number(said) : Number.NaN;
  const org = (): number => {
    if (raw.org_name === '') {
      if (plan.org_id === null) errors.push({ field: 'org_name', code: 'required' });
      return plan.org_id ?? 0;
    }
    const found = isFormula(raw.org_name) ? 'formula' : find.org_name(raw.org_name);
    if (typeof found === 'number') return found;
    errors.push({ field: 'org_name', code: whyUnknown(found, 'importNoOrganisation') });
    return 0;
  };
  const type = (): string => {
    if (raw.card_type === '') return 'single';
    const found = isFormula(raw.card_type) ? undefined : find.types.get(searchKey(raw.card_type));
    if (found) return found;
    errors.push({ field: 'card_type', code: isFormula(raw.card_type) ? 'importFormula' : 'choice' });
    return '';
  };
  const values: CardValues = {
    ic_no: read('ic_no', text),
    ic_name: read('ic_name', text),
    card_type: type(),
    card_no: read('card_no', text),
    org_id: org(),
    lat: read('lat', number),
    lon: read('lon', number),
    radius: read('radius', number),
  };
  const isPlaceRead = !errors.some(({ field }) => field === 'lat' || field === 'lon' || field === 'radius');
  const half = isPlaceRead ? placeFault(values) : null;
  if (half) errors.push({ field: half, code: 'cardPlace' });
  return { values, said: cardFields.filter((field) => raw[field] !== ''), errors };
};

/** Whether a card is there already with all that a row says of it: then the row changes nothing. */
export const cardSaysNothingNew = ({ values, said }: JudgedCard, card: CardValues): boolean =>
  // which organisation's it is it is found by
  said.every((field) => field === 'org_name' || values[field] === card[field]);
