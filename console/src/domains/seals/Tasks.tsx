import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { FieldTask } from '@plomb/contract/logistics/tasks';
import { type SealMedium, sealMedia } from '@plomb/contract/seals/number';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { byServer } from '../../platform/clock.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, duration, useNow } from '../../platform/time.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { usePage } from '../../ui/page.ts';

const { tasks } = logisticsCalls.fieldTasks;
const none: { rows: readonly FieldTask[]; more: boolean } = { rows: [], more: false };
const A_MINUTE = 60_000;

/** Something was done by which other things may wait: they are asked for anew. */
export const useTasksChanged = (): (() => void) => {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [tasks.path] });
};

/** What waits on batches for whoever looks, as of a minute ago. */
export const useTasks = () => {
  const may = useMay();
  const { active } = usePage();
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: [tasks.path],
    queryFn: ({ signal }) => send(tasks, {}, { quiet: true, signal }),
    enabled: may(tasks),
    staleTime: A_MINUTE,
    refetchInterval: active ? A_MINUTE : false,
  });
  return { ...(data ?? none), isKnown: data !== undefined, at: dataUpdatedAt, error, again: refetch };
};

const mediumOf = (task: FieldTask): SealMedium | undefined => sealMedia.find((one) => one === task.medium);

/** The way to each: a number that is known is looked up at once, any other is read first. */
export const Tasks = ({ look }: { look: (medium: SealMedium, number: string) => Promise<void> }) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const { rows, more, isKnown, at, error, again } = useTasks();
  const now = useNow();
  const [wrong, setWrong] = useState<{ of: string; words: string } | null>(null);
  const lookUp = async (of: string, medium: SealMedium, number: string): Promise<void> => {
    setWrong(null);
    try {
      await look(medium, number);
    } catch (failure) {
      setWrong({ of, words: failureWords(failure, lang) });
    }
  };
  // without a network what was read last goes on standing there: it says of when it is
  const failed = error && (
    <p className="seal-failed" role="status">
      {isKnown ? t('field.tasksOld', { time: clockTime(byServer(at)) }) : `${t('field.tasks')}:`}{' '}
      {failureWords(error, lang)} <Button onClick={() => void again()}>{t('again')}</Button>
    </p>
  );
  // that nothing is known to wait is not said by showing nothing
  if (rows.length === 0)
    return (
      <section className="field-tasks">
        {isKnown && <p className="seal-hint">{t('field.noTasks')}</p>}
        {failed}
      </section>
    );
  return (
    <section className="field-tasks">
      <h2>{t('field.tasks')}</h2>
      {failed}
      <ul>
        {rows.map((task) => {
          const medium = mediumOf(task);
          const key = `${task.kind} ${task.position}`;
          return (
            <li key={key}>
              <span>
                <DictTag code="field_task" value={task.kind} /> {task.plate} · {task.position_name}{' '}
                {task.plan_time && Date.parse(task.plan_time) < now && (
                  <WordTag colour="red">{t('field.overdue', { time: duration(task.plan_time, now, lang) })}</WordTag>
                )}
              </span>
              <span className="seal-hint">
                {[
                  task.address,
                  task.plan_time && clockTime(task.plan_time).slice(5, 16),
                  task.kind === 'unseal' && task.second_person && t('field.besideSecond'),
                  task.photos_asked.length > 0 &&
                    t('field.photosAsked', { what: task.photos_asked.join(t('field.listed')) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {medium && task.number ? (
                <Button onClick={() => void lookUp(key, medium, task.number)}>
                  {t('field.lookUp')} <span className="mono">{task.number}</span>
                </Button>
              ) : (
                <span className="seal-hint">{t('field.anyNumber')}</span>
              )}
              {wrong?.of === key && (
                <p className="seal-failed" role="alert">
                  {wrong.words}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {more && <p className="seal-hint">{t('field.moreTasks', { count: rows.length })}</p>}
    </section>
  );
};
