import { useSearchParams } from 'react-router';

const names = ['mail', 'sms', 'testMail', 'testSms'] as const;
type Name = (typeof names)[number];

/** Which form is open, as the address says: the back button closes it, and asks for what is unsaved. */
export const useOpen = (): [Name | null, (name: Name | null) => void] => {
  const [params, setParams] = useSearchParams();
  return [names.find((name) => name === params.get('open')) ?? null, (name) => setParams(name ? { open: name } : {})];
};
