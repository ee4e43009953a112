import type { ReactNode } from 'react';

interface Props {
  name: string;
  title: ReactNode;
  text: ReactNode;
  aside?: ReactNode;
}

/** One of the things to check before an order is given. */
export const OrderRow = ({ name, title, text, aside }: Props) => (
  <div className="order-row">
    <dt>{name}</dt>
    <dd>
      <strong>{title}</strong>
      <span>{text}</span>
    </dd>
    <dd className="order-aside">{aside}</dd>
  </div>
);
