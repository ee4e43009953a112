import { RightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSettings } from '../../platform/settings.ts';

const useCount = (): ((n: number) => string) => {
  const lang = useSettings((s) => s.lang);
  return (n) => n.toLocaleString(lang === 'zh' ? 'zh-CN' : 'en-GB');
};

/** Something that may need a person: a large figure that opens the list behind it, if there is one. Only critical alarms are red. */
export const Tile = (props: { to?: string; title: string; count: number; text: string; urgent?: boolean }) => {
  const count = useCount();
  const content = (
    <>
      <h2>
        {props.title}
        {props.to !== undefined && <RightOutlined />}
      </h2>
      <b>{count(props.count)}</b>
      <p>{props.text}</p>
    </>
  );
  const look = { className: 'tile', 'data-urgent': props.urgent ?? false };
  return props.to === undefined ? (
    <div {...look}>{content}</div>
  ) : (
    <Link {...look} to={props.to}>
      {content}
    </Link>
  );
};

/** One number of the fleet. */
export const Figure = (props: { to: string; title: string; count: number; sign?: ReactNode; text?: string }) => {
  const count = useCount();
  return (
    <Link className="figure" to={props.to}>
      <span>
        {props.sign}
        {props.title}
      </span>
      <b>{count(props.count)}</b>
      <small>{props.text}</small>
    </Link>
  );
};
