import type { OutOfUse } from '@plomb/contract/lock/operable';
import { DictTag } from '../ui/DictTag.tsx';
import './nameAndPlate.css';

interface Props {
  name: string;
  plate: string;
  outOfUse: OutOfUse | null;
}

/**
 * What a lock is called and by which plate it is known on the road: the plate is never cut, the name yields. Of one that
 * is lost, scrapped or in maintenance that stands there, too.
 */
export const NameAndPlate = ({ name, plate, outOfUse }: Props) => (
  <span className="name-plate" title={[name, plate].filter(Boolean).join(' · ')}>
    {name !== '' && <span>{name}</span>}
    {plate !== '' && <span className="plate">{plate}</span>}
    <DictTag code="out_of_use" value={outOfUse} />
  </span>
);
