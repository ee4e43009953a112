import type { Opener } from '@plomb/contract/devices/openers';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../platform/clock.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';

type Card = NonNullable<Opener['card']>;
type Rule = Card['rules'][number];

/** What is said of one: who it is, by which rule it can or cannot, and when that changes. */
export const useOpenerWords = () => {
  const { t } = useTranslation('devices/openers');
  const lang = useSettings((s) => s.lang);
  const orders = useDictionary('assigned_orders');
  const channels = useDictionary('message_channel');
  const messageStates = useDictionary('message_state');
  const standings = useDictionary('cell_standing');
  const joined = (...parts: (string | false | null)[]): string => parts.filter(Boolean).join(' · ');
  const role = ({ roleName, org_name }: Opener) =>
    roleName ? t('role', { role: roleName }) : t('roleAbove', { organisation: org_name });
  const ruleWords = ({ rule_name, hours, inside, from_time, until_time }: Rule): string =>
    joined(
      t('card.rule', { name: rule_name }),
      hours && `${hours.from}–${hours.until}`,
      inside === false && t('card.outside'),
      from_time && Date.parse(from_time) > serverNow() && t('beginsAt', { time: clockTime(from_time) }),
      until_time && t('keyUntil', { time: clockTime(until_time) }),
    );
  const ofCard = ({ answer, why }: Opener, { opens, rules, standing }: Card): string => {
    const area = rules.find(({ inside, area: name }) => inside && name !== '')?.area;
    if (answer === 'may') {
      if (opens === 'everywhere') return t('card.everywhere');
      return area ? t('card.here', { area }) : t('card.held');
    }
    if (answer === 'refused') return standing === null ? t('card.begins') : t('cannot', { why: why?.[lang] ?? '' });
    return t(answer === 'against' ? 'card.against' : 'card.uncertain', { why: why?.[lang] ?? '' });
  };
  return {
    verdict(one: Opener): string {
      const { answer, what, why, card, clause } = one;
      if (card) return ofCard(one, card);
      if (what === 'password' && answer === 'against') return t('staticPassword.against', { why: why?.[lang] ?? '' });
      if (what === 'password') return t(`staticPassword.${answer === 'uncertain' ? answer : 'may'}`);
      if (what === 'code' && answer === 'against') return t('code.against', { why: why?.[lang] ?? '' });
      if (what === 'code' && one.name === '' && answer === 'may') return t('code.before');
      if (what === 'code') return t(`code.${answer === 'refused' || answer === 'uncertain' ? answer : 'may'}`);
      if (answer === 'may' && what === 'assigned' && one.people === null) return t('can.assignedTo');
      if (answer === 'may' && what !== 'card') return t(`can.${what}`);
      if (answer === 'approval') return t(clause === 'place' ? 'byTwoOutside' : 'byTwo');
      return t('cannot', { why: why?.[lang] ?? '' });
    },
    /** what the verdict rests on */
    ground(one: Opener): string {
      const { what, by, from_time, until_time, uses, card } = one;
      if (card) {
        const isUnknown = !card.registered && one.name !== '';
        return joined(
          ...card.rules.map(ruleWords),
          card.rules.length === 0 && t('card.byHand'),
          isUnknown && t('card.unregistered'),
        );
      }
      const agreed = by === '' ? t('agreedByNobody') : t('agreedBy', { names: by });
      if (what === 'person') return role(one);
      if (what === 'key') return joined(role(one), t('keyUntil', { time: clockTime(until_time) }));
      if (what === 'assigned')
        return joined(one.orders && orders.word(one.orders), t('assignedBy', { name: by, time: clockTime(from_time) }));
      if (what === 'authorised')
        return joined(
          one.orders && orders.word(one.orders),
          until_time === null
            ? t('authorisedFrom', { from: clockTime(from_time) })
            : t('authorisedUntil', { from: clockTime(from_time), until: clockTime(until_time) }),
          uses && t('uses', uses),
          agreed,
        );
      if (what === 'password')
        return from_time === null
          ? t('staticPassword.ofFactory')
          : t('staticPassword.setAt', { time: clockTime(from_time) });
      if (one.name === '') return t('toldAt', { time: clockTime(from_time) });
      if (!one.sent) return t('shownAt', { time: clockTime(from_time) });
      return joined(
        t('sentBy', { name: by, time: clockTime(from_time) }),
        `${channels.word(one.sent.channel)} ${one.sent.recipient}`,
        one.sent.state && messageStates.word(one.sent.state),
        until_time && t('sentUntil', { time: clockTime(until_time) }),
      );
    },
    name(one: Opener): string {
      if (one.card && one.name === '') return t('card.before', { count: one.card.count });
      if (one.what === 'password') return one.name || t(`staticPassword.${one.from_time === null ? 'factory' : 'set'}`);
      return one.name || t('password');
    },
    below(one: Opener): string {
      if (one.what === 'assigned') return t('peopleThere', { count: one.people ?? 0 });
      if (one.card)
        return joined(one.card.card_no, one.card.ic_no, one.card.standing && standings.word(one.card.standing));
      if (one.what === 'key') return joined(t('keyOf', { name: one.by }), one.org_name);
      return joined(one.login_name, one.org_name);
    },
    change({ change, answer, clause, what, card }: Opener): string {
      const time = change && clockTime(change).slice(5, 16);
      if (time) return t(answer === 'may' && !card ? 'endsAt' : 'changesAt', { time });
      if (card) return t(`card.after.${card.opens}`);
      if (what === 'code') return t(answer === 'refused' ? 'never' : 'untilNext');
      if (what === 'password') return t('staticPassword.untilSet');
      return clause ? t(`after.${clause}`) : t('never');
    },
  };
};
