import { useTranslation } from 'react-i18next';
import { useSettings } from '../platform/settings.ts';
import { secondTime } from './shortTime.ts';
import { CommandSign } from './sign/CommandSign.tsx';
import { useStageWord } from './sign/useStageWord.ts';
import { type CommandFacts, type Step, stepsOf } from './stepper.ts';
import './command.css';

/** How far a command came, step by step, each with its time. */
export const CommandSteps = ({ command }: { command: CommandFacts }) => {
  const steps = stepsOf(command);
  return (
    <ol className="steps">
      {steps.map((step, at) => (
        <StepItem key={step.key} step={step} awaited={step.look === 'next' && steps[at - 1]?.look !== 'next'} />
      ))}
    </ol>
  );
};

/** `awaited`: the one that comes next. */
const StepItem = ({ step, awaited }: { step: Step; awaited: boolean }) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const word = useStageWord()(step.word);
  return (
    <li
      data-look={step.look}
      data-step={step.key}
      {...(step.look === 'current' && { 'aria-current': 'step' as const })}
    >
      <span className="step-sign">
        <CommandSign stage={step.sign} lang={lang} size={26} decorative />
      </span>
      <b>{word}</b>
      <small>{step.time ? secondTime(step.time) : awaited && t('command.waiting')}</small>
    </li>
  );
};
