import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  QuestionCircleOutlined,
  TeamOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import type { OpenerAnswer } from '@plomb/contract/devices/openers';
import { useTranslation } from 'react-i18next';

const signs = {
  may: CheckCircleOutlined,
  approval: TeamOutlined,
  against: WarningOutlined,
  uncertain: QuestionCircleOutlined,
  refused: CloseCircleOutlined,
} as const;

/** Tick, two people, warning, question or cross; never by its colour alone. */
export const AnswerSign = ({ answer }: { answer: OpenerAnswer }) => {
  const Sign = signs[answer];
  return (
    <Sign
      className="opener-sign"
      data-answer={answer}
      aria-label={useTranslation('devices/openers').t(`answer.${answer}`)}
    />
  );
};
