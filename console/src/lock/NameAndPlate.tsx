import './nameAndPlate.css';

/** What a thing is called and by which plate it is known on the road: the plate is never cut, the name yields. */
export const NameAndPlate = ({ name, plate }: { name: string; plate: string }) => (
  <span className="name-plate" title={[name, plate].filter(Boolean).join(' · ')}>
    {name !== '' && <span>{name}</span>}
    {plate !== '' && <span className="plate">{plate}</span>}
  </span>
);
