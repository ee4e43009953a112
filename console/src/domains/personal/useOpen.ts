import { useSearchParams } from 'react-router';

/** Whether a form of this name is open, as the address says: the back button closes it, and asks for what is unsaved. */
export const useOpen = (name: string): [boolean, (open: boolean) => void] => {
  const [params, setParams] = useSearchParams();
  return [
    params.get('open') === name,
    (open) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (open) next.set('open', name);
        else next.delete('open');
        return next;
      }),
  ];
};
