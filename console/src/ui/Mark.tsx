/** The product's mark: a shield that holds a closed lock. */
export const Mark = ({ size = 44 }: { size?: number }) => (
  <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path fill="var(--solid)" d="M12 1.5 21 4.6v6.9c0 5.3-3.7 9.4-9 11-5.3-1.6-9-5.7-9-11V4.6z" />
    <path
      fill="#fff"
      d="M8.6 10.6V9.3a3.4 3.4 0 0 1 6.8 0v1.3h.4c.6 0 1 .4 1 1v4.2c0 .6-.4 1-1 1H8.2c-.6 0-1-.4-1-1v-4.2c0-.6.4-1 1-1zm1.6 0h3.6V9.3a1.8 1.8 0 0 0-3.6 0z"
    />
  </svg>
);
