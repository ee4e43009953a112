import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import './fold.css';

/** The step in of a line of a tree, and the button that folds what stands below it. */
export const Fold = (props: {
  depth: number;
  name: string;
  /** undefined: there is nothing below it to fold */
  folded: boolean | undefined;
  toggle: () => void;
}) => {
  const { t } = useTranslation('ui');
  const style = { '--depth': props.depth } as CSSProperties;
  if (props.folded === undefined) return <span className="tree-fold" style={style} />;
  return (
    <button
      type="button"
      className="tree-fold"
      style={style}
      aria-expanded={!props.folded}
      aria-label={t(props.folded ? 'unfold' : 'fold', { name: props.name })}
      onClick={props.toggle}
    >
      {props.folded ? <CaretRightOutlined /> : <CaretDownOutlined />}
    </button>
  );
};
