import { TextBlock } from '../../../ui/TextBlock.tsx';

/** JSON with indents; what does not parse stands as it came. */
const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** A request or a response, to be read and copied. */
export const JsonBlock = ({ name, text }: { name: string; text: string }) => {
  const shown = pretty(text);
  return (
    <TextBlock name={name} text={shown}>
      {shown}
    </TextBlock>
  );
};
