import type { ReactNode } from 'react';

/** A heading, and what stands below it. */
export type Columns<Row> = readonly (readonly [string, (row: Row) => ReactNode])[];

/** A small table of what a device's page tells, or the sentence that there is nothing. */
export const RecordTable = <Row extends { id: number | string }>({
  rows,
  columns,
  empty,
}: {
  rows: readonly Row[];
  columns: Columns<Row>;
  empty: string;
}) =>
  rows.length === 0 ? (
    <p className="device-note">{empty}</p>
  ) : (
    <div className="device-table">
      <table>
        <thead>
          <tr>
            {columns.map(([title]) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(([title, content]) => (
                <td key={title}>{content(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
