import type { PhysicalKind } from '@plomb/contract/lock/orderKinds';

/** A key for unsealing, a closed shackle for sealing. */
export const KindIcon = ({ kind }: { kind: PhysicalKind }) => (
  <svg
    className="kind-icon"
    data-kind={kind}
    width="40"
    height="40"
    viewBox="0 0 40 40"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {kind === 'unseal' ? (
      <>
        <circle cx="16" cy="22.5" r="4.2" />
        <path d="m19.2 19.6 7.6-6.6m-2.6 2.3 2.6 3m-5.4-.6 1.8 2" />
      </>
    ) : (
      <path d="M15 18.5v-2.7a5 5 0 0 1 10 0v2.7m-12 0h14v9H13z" />
    )}
  </svg>
);
