/** A card by what it is called and its number. */
export const cardName = ({ ic_name, ic_no }: { ic_name: string; ic_no: string }): string =>
  [ic_name, ic_no].filter(Boolean).join(' · ');
