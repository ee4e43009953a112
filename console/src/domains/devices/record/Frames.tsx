import { CopyOutlined, WarningOutlined } from '@ant-design/icons';
import { deviceCalls } from '@plomb/contract/devices/domain';
import type { Frame, FrameLine } from '@plomb/contract/devices/frames';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { clockTime } from '../../../platform/time.ts';
import { usePage } from '../../../ui/page.ts';
import { useCopy } from '../../../ui/useCopy.ts';
import type { Device } from '../device.ts';
import { Failed } from './Failed.tsx';

const { list, detail } = deviceCalls.deviceFrames;

/** What the lock sent, as it came: the frames it was believed by, and of one of them what each byte means. */
export const Frames = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const { active } = usePage();
  const [params, setParams] = useSearchParams();
  const found = useInfiniteQuery({
    queryKey: [list.path, device.id],
    queryFn: ({ pageParam, signal }) =>
      send(list, { id: device.id, ...(pageParam && { before: pageParam }) }, { quiet: true, signal }),
    initialPageParam: '',
    getNextPageParam: ({ rows, more }) => (more ? rows.at(-1)?.key : undefined),
    refetchInterval: ({ state }) => (active && (state.data?.pages.length ?? 0) <= 1 ? 30_000 : false),
  });
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? [];
  const key = params.get('frame') ?? rows[0]?.key;
  if (found.isPending) return <Skeleton active paragraph={{ rows: 10 }} />;
  if (found.isError) return <Failed error={found.error} again={() => void found.refetch()} />;
  if (rows.length === 0) return <p className="device-pane lock-quiet">{t('frames.none')}</p>;
  return (
    <div className="frames">
      <nav className="device-pane frames-list" aria-label={t('record.tab.frames')}>
        <ol>
          {rows.map((row) => (
            <li key={row.key}>
              <button
                type="button"
                aria-current={row.key === key ? 'true' : undefined}
                onClick={() =>
                  setParams(
                    (now) => {
                      now.set('frame', row.key);
                      return now;
                    },
                    { replace: true },
                  )
                }
              >
                <FrameTitle row={row} />
              </button>
            </li>
          ))}
        </ol>
        {found.hasNextPage && (
          <Button block loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t('life.more')}
          </Button>
        )}
      </nav>
      {key && <Explained key={key} device={device} frameKey={key} />}
    </div>
  );
};

const FrameTitle = ({ row }: { row: FrameLine }) => {
  const { t } = useTranslation('devices');
  const marks = [
    row.eventful && t('frames.eventful'),
    row.replay && t('frames.replay'),
    !row.authenticated && t('quarantine.unproved'),
  ].filter(Boolean);
  return (
    <>
      <time dateTime={row.device_time}>{clockTime(row.device_time)}</time>
      <span className="mono">{row.report_reson}</span>
      <small>
        {t('frames.bytes', { count: row.length })}
        {marks.length > 0 && ` · ${marks.join(' · ')}`}
      </small>
    </>
  );
};

const Explained = ({ device, frameKey }: { device: Device; frameKey: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [detail.path, device.id, frameKey],
    queryFn: () => send(detail, { id: device.id, key: frameKey }, { quiet: true }),
    retry: false,
  });
  if (error) return <Failed error={error} again={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 12 }} />;
  return <FrameSheet frame={data} />;
};

/** The bytes above, the fields below: whichever is pointed at or chosen shows where it stands in the other. */
const FrameSheet = ({ frame }: { frame: Frame }) => {
  const { t } = useTranslation('devices');
  const families = useDictionary('lock_family');
  const copy = useCopy();
  const [chosen, choose] = useState<number | null>(null);
  const field = chosen === null ? undefined : frame.fields[chosen];
  const bytes = frame.content.match(/../g) ?? [];
  const inField = (at: number): boolean =>
    field !== undefined && at >= field.from && at < field.from + Math.max(1, field.length);
  // the innermost field a byte belongs to
  const fieldAt = (at: number): number =>
    frame.fields.findLastIndex(({ from, length }) => at >= from && at < from + Math.max(1, length));
  return (
    <section className="device-pane frame" aria-label={frame.what}>
      <header>
        <h2>
          <span className="mono">{frame.what || frame.report_reson}</span>
        </h2>
        <p>
          {t('frames.received', { time: clockTime(frame.receive_time) })} · {t('frames.bytes', { count: frame.length })}{' '}
          · {families.word(frame.family)}
        </p>
        {bytes.length > 0 && (
          <Button className="frame-copy" icon={<CopyOutlined />} onClick={() => copy(frame.content)}>
            {t('frames.copy')}
          </Button>
        )}
      </header>
      {!frame.whole && (
        <p className="frame-odd" role="note">
          <WarningOutlined aria-hidden /> {t('frames.notWhole')}
        </p>
      )}
      {bytes.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a byte is a second way to what the table below says by keyboard too
        <div className="frame-hex mono" onMouseLeave={() => choose(null)}>
          {bytes.map((byte, at) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: see above
            // biome-ignore lint/suspicious/noArrayIndexKey: a byte is its place
            <span key={at} data-on={inField(at)} data-hidden={byte === '••'} onMouseEnter={() => choose(fieldAt(at))}>
              {byte}
            </span>
          ))}
        </div>
      )}
      {frame.became.map((report, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: reports of a frame are told apart by their order alone
        <p className="frame-became" key={at}>
          <b>{t('frames.became')}</b>
          {report.map(({ name, value }) => (
            <span key={name}>
              <code>{name}</code> {value}
            </span>
          ))}
        </p>
      ))}
      {frame.not_understood.map(({ what, reason }) => (
        <p className="frame-odd" key={`${what} ${reason}`}>
          <WarningOutlined aria-hidden /> {t('frames.notUnderstood', { what })} {t(`heard.why.${reason}`)}
        </p>
      ))}
      {frame.fields.length > 0 && (
        <div className="device-table">
          <table>
            <thead>
              <tr>
                <th>{t('frames.column.bytes')}</th>
                <th>{t('frames.column.field')}</th>
                <th>{t('frames.column.raw')}</th>
                <th>{t('frames.column.value')}</th>
              </tr>
            </thead>
            <tbody onMouseLeave={() => choose(null)}>
              {frame.fields.map(({ depth, name, from, length, hex, value, hidden }, at) => (
                <tr
                  // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place
                  key={at}
                  data-on={chosen === at}
                  onMouseEnter={() => choose(at)}
                >
                  <td className="mono">{length > 1 ? `${from}–${from + length - 1}` : from}</td>
                  <td style={{ paddingInlineStart: 8 + depth * 16 }}>
                    <button type="button" className="frame-field" onFocus={() => choose(at)}>
                      {name}
                    </button>
                  </td>
                  <td className="mono">{hex.length > 24 ? `${hex.slice(0, 24)}…` : hex}</td>
                  <td>{hidden && value !== null ? t('frames.hidden') : value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};
