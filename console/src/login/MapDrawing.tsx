const lock = 'M-3.4-1v-2a3.4 3.4 0 0 1 6.8 0v2h1v7h-8.8v-7zm1.6 0h3.6v-2a1.8 1.8 0 0 0-3.6 0z';
const shield = 'M0-11 9-8v7c0 5.3-3.7 9.4-9 11C-5.3 8.4-9 4.3-9-1v-7z';

const Sealed = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <path d={shield} fill="var(--sign-sealed)" stroke="var(--surface)" strokeWidth="2" paintOrder="stroke" />
    <path
      d="M-3.4-1v-1.6a3.4 3.4 0 0 1 6.8 0V-1h.8v5.6h-8.4V-1zm1.6 0h3.6v-1.6a1.8 1.8 0 0 0-3.6 0z"
      fill="var(--surface)"
    />
  </g>
);
const Locked = ({ x, y }: { x: number; y: number }) => (
  <path
    transform={`translate(${x} ${y}) scale(1.7)`}
    d={lock}
    fill="var(--surface)"
    stroke="var(--sign-locked)"
    strokeWidth="1.1"
  />
);

/** A quiet map: a river, a lake, roads, one journey under way. Decoration, hidden from readers. */
export const MapDrawing = () => (
  <svg viewBox="0 0 920 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <rect width="920" height="900" fill="var(--login-land)" />
    <g fill="var(--login-water)">
      <path d="M770 0h150v788c-46-60-88-150-104-260-14-96 62-110-23-222L745 204c-8-30 30-52 16-106C752 58 762 24 770 0z" />
      <path d="M0 240c90-18 190 40 300 26 120-16 190-84 300-82 80 4 130 20 200 24v98c-96-46-200-62-300-20-120 50-190 60-300 34-80-18-130-22-200-14z" />
      <path d="M291 610c0-52 60-72 96-70 52 4 80 34 78 72-2 44-46 76-94 78-46 0-80-36-80-80z" />
    </g>
    <g fill="none" stroke="var(--login-road)" strokeWidth="3">
      <path d="M90 0c40 120 104 222 202 326 60 64 90 134 166 132 92-4 154-108 150-196-4-96-16-150-28-262" />
      <path d="M0 420c110 0 210-30 292-94M523 427c80-52 160-74 211-129M523 427c110 80 150 130 126 144-60 96-190 80-280 200-60 70-110 90-160 129" />
      <path d="M439 705c130-50 220-40 338-10" />
    </g>
    <path
      d="M603 501l130 24 14 98-94 40-80-46z"
      fill="var(--login-fence)"
      fillOpacity=".1"
      stroke="var(--login-fence)"
      strokeWidth="1.5"
      strokeDasharray="6 4"
    />
    <path d="M0 716c150-72 250-150 360-204" fill="none" stroke="var(--accent)" strokeWidth="3" />
    <path
      d="M372 500c110-40 250-70 362-202"
      fill="none"
      stroke="var(--accent)"
      strokeWidth="3.5"
      strokeDasharray="0 10"
      strokeLinecap="round"
      opacity=".75"
    />
    <circle cx="123" cy="427" r="9" fill="var(--surface)" stroke="var(--sign-initial)" strokeWidth="2" />
    <circle cx="360" cy="512" r="30" fill="var(--accent)" opacity=".16" />
    <circle cx="360" cy="512" r="24" fill="none" stroke="var(--accent)" strokeWidth="2.5" />
    <Sealed x={360} y={512} />
    <Sealed x={292} y={327} />
    <Sealed x={523} y={427} />
    <Sealed x={734} y={298} />
    <Sealed x={200} y={644} />
    <Sealed x={439} y={705} />
    <Sealed x={777} y={695} />
    <Locked x={625} y={152} />
    <Locked x={653} y={570} />
  </svg>
);
