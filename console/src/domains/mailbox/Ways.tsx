import type { WayHealth } from '@plomb/contract/mailbox/alarmConfig';
import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { type RecipientChannel, recipientChannels, type WayChannel } from '@plomb/contract/messages/channels';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { WayForm } from './WayForm.tsx';

const { alarmConfigs, alarmWays } = mailboxCalls;
/** What says how ways stand, here and beside. */
const standing = [alarmConfigs.list, alarmConfigs.detail, alarmConfigs.troubles, alarmConfigs.coverage, alarmWays.list];

interface Line {
  channel: RecipientChannel;
  address: string;
  on: boolean;
  health: WayHealth;
  isSetUp: boolean;
}

/** One recipient as the page's record has it. */
export interface Recipient {
  id: number;
  mail_box: string;
  phone: string;
  mail_left: boolean;
}

/** The ways of a recipient, each with its switch, how it did in the last day, and its test; `tested`: of the newest one, its number. */
export const Ways = ({ one, tested }: { one: Recipient; tested: (id: number) => void }) => {
  const { t } = useTranslation('mailbox');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const may = useMay()(alarmWays.save);
  const channels = useDictionary('message_channel');
  const [editing, edit] = useState<WayChannel | null>(null);
  const queries = useQueryClient();
  const [turning, setTurning] = useState<RecipientChannel | null>(null);
  const [testing, setTesting] = useState<RecipientChannel | 'all' | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [alarmWays.list.path, one.id, lang],
    queryFn: () => send(alarmWays.list, { config_id: one.id }, { quiet: true }),
    refetchInterval: 15_000,
  });
  if (!data)
    return error ? (
      <div role="alert">
        <p>{failureWords(error, lang)}</p>
        <Button onClick={() => void refetch()}>{ui('retry')}</Button>
      </div>
    ) : null;

  const addresses: Partial<Record<RecipientChannel, string>> = { mail: one.mail_box, sms: one.phone };
  const lines = recipientChannels.map((channel): Line => {
    const way = data.ways.find((each) => each.channel === channel);
    return {
      channel,
      address: addresses[channel] ?? data.rows.find((each) => each.channel === channel)?.recipient ?? '',
      on: way?.on ?? false,
      health: way?.health ?? 'well',
      isSetUp: way !== undefined,
    };
  });
  const turn = async (channel: RecipientChannel, on: boolean): Promise<void> => {
    setTurning(channel);
    try {
      if (channel === 'mail' || channel === 'sms') {
        const kept = await send(alarmConfigs.detail, { id: one.id });
        const turned = channel === 'mail' ? { is_mail_config: on } : { is_phone_config: on };
        await send(alarmConfigs.update, alarmConfigs.update.input.parse({ ...kept, ...turned }));
      } else await send(alarmWays.save, { config_id: one.id, channel, enabled: on });
    } catch {
      // why not was said by whoever sent it
    } finally {
      await Promise.all(standing.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
      setTurning(null);
    }
  };
  const test = async (channel: RecipientChannel): Promise<void> => {
    setTesting(channel);
    try {
      tested((await send(alarmWays.test, { config_id: one.id, channel })).id);
    } catch {
      // why not was said by whoever sent it
    } finally {
      setTesting(null);
    }
  };
  const testAll = async (): Promise<void> => {
    setTesting('all');
    // one that is refused holds none of the others up
    const begun = await Promise.allSettled(
      lines.filter(({ isSetUp }) => isSetUp).map(({ channel }) => send(alarmWays.test, { config_id: one.id, channel })),
    );
    tested(Math.max(0, ...begun.map((each) => (each.status === 'fulfilled' ? each.value.id : 0))));
    setTesting(null);
  };
  const kept = editing === null ? undefined : data.rows.find(({ channel }) => channel === editing);
  return (
    <>
      <section className="mailbox-ways" aria-labelledby="mailbox-ways">
        <h3 id="mailbox-ways">
          {t('ways')} <small>{t('waysHint')}</small>
        </h3>
        <ul>
          {lines.map((line) => {
            const day = data.day.find(({ channel }) => channel === line.channel);
            return (
              <li key={line.channel} aria-label={channels.word(line.channel)}>
                {may && line.isSetUp ? (
                  <Switch
                    size="small"
                    checked={line.on}
                    loading={turning === line.channel}
                    aria-label={t('turn', { channel: channels.word(line.channel) })}
                    onChange={(on) => void turn(line.channel, on)}
                  />
                ) : (
                  <i />
                )}
                <b>{channels.word(line.channel)}</b>
                <span className="mailbox-address">{line.isSetUp ? line.address : t('notSetUp')}</span>
                <span className="mailbox-day">
                  {line.isSetUp && !line.on && <WordTag colour="grey">{t('off')}</WordTag>}
                  {line.on && line.health !== 'well' && <DictTag code="way_health" value={line.health} />}
                  {line.on && line.health === 'refuses' && <small>{t('refusesText')}</small>}
                  {day && (
                    <small>
                      {[
                        t('daySent', { count: day.sent }),
                        day.retrying > 0 && t('dayRetrying', { count: day.retrying }),
                        day.not_sent > 0 && t('dayNotSent', { count: day.not_sent }),
                        line.health !== 'well' && line.health !== 'left' && day.answer,
                      ]
                        .filter(Boolean)
                        .join(t('and'))}
                    </small>
                  )}
                </span>
                {may && (
                  <span className="mailbox-deeds">
                    {line.channel !== 'mail' && line.channel !== 'sms' && (
                      <Button size="small" onClick={() => edit(line.channel as WayChannel)}>
                        {t(line.isSetUp ? 'change' : 'setUp')}
                      </Button>
                    )}
                    {line.isSetUp && (
                      <Button
                        size="small"
                        loading={testing === line.channel}
                        aria-label={t('testOf', { channel: channels.word(line.channel) })}
                        onClick={() => void test(line.channel)}
                      >
                        {t('test')}
                      </Button>
                    )}
                  </span>
                )}
              </li>
            );
          })}
          <li>
            <i />
            <b>{t('browsers')}</b>
            <span className="mailbox-address">{t('browsersOn', { count: data.browsers })}</span>
            <span className="mailbox-day">
              <small>{t('browsersHint')}</small>
            </span>
          </li>
        </ul>
        {may && lines.filter(({ isSetUp }) => isSetUp).length > 1 && (
          <Button loading={testing === 'all'} onClick={() => void testAll()}>
            {t('testAll')}
          </Button>
        )}
      </section>
      {editing && (
        <WayForm
          config={one.id}
          channel={editing}
          kept={kept}
          changed={() => refetch().then(() => undefined)}
          close={() => edit(null)}
        />
      )}
    </>
  );
};
