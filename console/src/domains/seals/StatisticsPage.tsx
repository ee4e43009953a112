import { figureViews } from '@plomb/contract/seals/figures';
import { useSearchParams } from 'react-router';
import { FigureStatistics } from './statistics/FigureStatistics.tsx';
import { OperationStatistics } from './statistics/OperationStatistics.tsx';

/** How much was done with seals, how many patrols were made, and what was opened without right. */
export const StatisticsPage = () => {
  const [address] = useSearchParams();
  const view = figureViews.find((one) => one === address.get('view'));
  return view ? <FigureStatistics key={view} view={view} /> : <OperationStatistics />;
};
