/** The default logo, for a company without its own: a house with a keyhole as its door. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden focusable="false">
      <rect width="36" height="36" rx="9" fill="var(--action)" />
      <path
        fill="var(--action-text)"
        fillRule="evenodd"
        d="M18 7.2 7 16.4v11.2c0 .9.7 1.6 1.6 1.6h18.8c.9 0 1.6-.7 1.6-1.6V16.4L18 7.2Zm0 8.6a3.4 3.4 0 0 0-1.7 6.3l-.8 4.5h5l-.8-4.5a3.4 3.4 0 0 0-1.7-6.3Z"
      />
    </svg>
  );
}
