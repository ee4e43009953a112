import pg from 'pg';
import yauzl from 'yauzl';

/** So many reports of the day before yesterday, as the locks there are would have told them; what to ask for to see them all. */
export const tellRecords = async (databaseUrl: string, many: number): Promise<{ from: string; to: string }> => {
  const from = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 2 * 86_400_000);
  const to = new Date(from.getTime() + 86_400_000);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lon, lat, velocity, heading,
          satellites, lock_status, fault, electric, signal, report_reson, raw)
        select d.id, t.at, n % 60000, n, d.org_id, t.at + interval '1 second', 0, false, 121.5, 31.2, 60, 90, 9, 2, 0, 80, 20, '0200', '\\x00'
        from generate_series(0, $1::int - 1) n
          join (select id, org_id, row_number() over (order by id) - 1 as nth, count(*) over () as all from device) d on d.nth = n % d.all,
          lateral (select $2::timestamptz + interval '1 day' * (n / $1::float) as at) t`,
      [many, from],
    );
  } finally {
    await client.end();
  }
  return { from: from.toISOString(), to: to.toISOString() };
};

/** Of the one file in an archive. */
export const linesIn = async (archive: string): Promise<number> => {
  const zip = await yauzl.openPromise(archive, { lazyEntries: true });
  let lines = 0;
  for await (const entry of zip.eachEntry())
    for await (const bytes of await zip.openReadStreamPromise(entry))
      for (const byte of bytes as Buffer) lines += Number(byte === 10);
  return lines;
};
