/** Of so many messages of the last day, the newest, it is judged whether they get through. */
const JUDGED = 200;

/** The ways of a recipient that lead somewhere and how each does, as JSON; `c` is its row of `alarm_config`. */
export const waysOf = (c: string): string => `(
  select coalesce(jsonb_agg(jsonb_build_object('channel', w.channel, 'on', w.is_on, 'health', case
      when w.has_left then 'left'
      when w.refusals >= 3 then 'refuses'
      when not w.is_set_up then 'unset'
      when d.still or d.ended <@ array['failed', 'lapsed', 'unknown'] and cardinality(d.ended) = 3 then 'broken'
      when d.retrying then 'retrying'
      else 'well' end) order by w.at), '[]')
    from (select 'mail' as channel, 0 as at, ${c}.is_mail_config as is_on, ${c}.mail_refusals as refusals,
          channel_on('mail') as is_set_up, alarm_mail_left(${c}.id) as has_left where ${c}.mail_box <> ''
        union all select 'sms', 1, ${c}.is_phone_config, ${c}.phone_refusals, channel_on('sms'), false where ${c}.phone <> ''
        union all select a.channel, a.id + 1, a.enabled, a.refusals, true, false from alarm_way a where a.config_id = ${c}.id) w
      left join (select m.channel, bool_or(m.state in ('waiting', 'sending') and m.attempts > 0) as retrying,
          bool_or(m.state in ('waiting', 'sending') and m.attempts >= 5) as still,
          coalesce((array_agg(m.state order by m.id desc) filter (where m.end_time is not null and m.attempts > 0))[1:3], '{}') as ended
        from (select id, channel, state, attempts, end_time from message
          where config_id = ${c}.id and create_time > now() - interval '1 day' order by create_time desc limit ${JUDGED}) m
        group by m.channel) d on d.channel = w.channel)`;
