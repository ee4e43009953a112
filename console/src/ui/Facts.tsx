import type { ReactNode } from 'react';

/** What is known of a record, each fact under its name. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className="facts">{children}</dl>;

const isNothing = (value: ReactNode): boolean =>
  value === '' || value === null || value === undefined || value === false;

/** One fact. Where nothing is known a dash stands; with `ifAny` not even its name does. */
export const Fact = ({
  name,
  title,
  mono = false,
  lang,
  ifAny = false,
  children,
}: {
  name: ReactNode;
  /** what the name means */
  title?: string;
  /** a machine's word */
  mono?: boolean;
  lang?: string;
  ifAny?: boolean;
  children: ReactNode;
}) =>
  ifAny && isNothing(children) ? null : (
    <>
      <dt title={title}>{name}</dt>
      <dd className={mono ? 'mono' : undefined} lang={lang}>
        {isNothing(children) ? '–' : children}
      </dd>
    </>
  );
