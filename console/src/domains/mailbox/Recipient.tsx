import { type ReactNode, useState } from 'react';
import { Left } from './Left.tsx';
import { SentList } from './SentList.tsx';
import { type Recipient as One, Ways } from './Ways.tsx';

/** One recipient: what it is told, by which ways, and beside that what was sent to it. `children`: what is known of it. */
export const Recipient = ({ one, children }: { one: One; children?: ReactNode }) => {
  /** tells the list beside the ways that there is something new */
  const [newest, setNewest] = useState(0);
  return (
    <div className="mailbox-panes">
      <div>
        {one.mail_left && <Left config={one.id} address={one.mail_box} />}
        {children}
        <Ways one={one} tested={(id) => setNewest((before) => Math.max(before, id))} />
      </div>
      <SentList config={one.id} newest={newest} />
    </div>
  );
};
