import type { Opener } from '@plomb/contract/devices/openers';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';

/** What is said of one: who it is, by which rule it can or cannot, and when that changes. */
export const useOpenerWords = () => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const orders = useDictionary('assigned_orders');
  const channels = useDictionary('message_channel');
  const messageStates = useDictionary('message_state');
  const joined = (...parts: (string | false | null)[]): string => parts.filter(Boolean).join(' · ');
  const role = ({ roleName, org_name }: Opener) =>
    roleName ? t('openers.role', { role: roleName }) : t('openers.roleAbove', { organisation: org_name });
  return {
    verdict(one: Opener): string {
      const { answer, what, why } = one;
      if (what === 'code') return t(`openers.code.${answer === 'approval' ? 'may' : answer}`);
      if (answer === 'may') return t(`openers.can.${what}`);
      if (answer === 'approval') return t('openers.byTwo');
      return t('openers.cannot', { why: why?.[lang] ?? '' });
    },
    /** what the verdict rests on */
    ground(one: Opener): string {
      const { what, by, from_time, until_time, uses } = one;
      const agreed = by !== '' && t('rights.agreedBy', { names: by });
      if (what === 'person') return role(one);
      if (what === 'key') return joined(role(one), t('openers.keyUntil', { time: clockTime(until_time) }));
      if (what === 'assigned')
        return joined(
          one.orders && orders.word(one.orders),
          t('rights.assignedBy', { name: by, time: clockTime(from_time) }),
        );
      if (what === 'authorised')
        return joined(
          one.orders && orders.word(one.orders),
          until_time === null
            ? t('rights.authorisedFrom', { from: clockTime(from_time) })
            : t('rights.authorisedUntil', { from: clockTime(from_time), until: clockTime(until_time) }),
          uses && t('openers.uses', uses),
          agreed,
        );
      if (one.name === '') return t('openers.toldAt', { time: clockTime(from_time) });
      if (!one.sent) return t('openers.shownAt', { time: clockTime(from_time) });
      return joined(
        t('rights.sentBy', { name: by, time: clockTime(from_time) }),
        `${channels.word(one.sent.channel)} ${one.sent.recipient}`,
        one.sent.state && messageStates.word(one.sent.state),
        until_time && t('rights.sentUntil', { time: clockTime(until_time) }),
      );
    },
    name: (one: Opener): string => one.name || t('openers.password'),
    below(one: Opener): string {
      if (one.what === 'assigned') return t('openers.peopleThere', { count: one.people ?? 0 });
      if (one.what === 'key') return joined(t('openers.keyOf', { name: one.by }), one.org_name);
      return joined(one.login_name, one.org_name);
    },
    change({ change, answer, clause, what }: Opener): string {
      if (change) return t(answer === 'refused' ? 'openers.mayFrom' : 'openers.endsAt', { time: clockTime(change) });
      if (what === 'code') return t(answer === 'refused' ? 'openers.never' : 'openers.untilNext');
      return clause ? t(`openers.after.${clause}`) : t('openers.never');
    },
  };
};
