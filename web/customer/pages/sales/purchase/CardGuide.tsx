/** A drawing of a card inside its frame: how the photo should look. */
export function CardGuide() {
  return (
    <svg width="72" height="54" viewBox="0 0 72 54" fill="none" aria-hidden focusable="false">
      <rect
        x="11"
        y="11"
        width="50"
        height="32"
        rx="4"
        fill="var(--wash)"
        stroke="var(--link)"
        strokeWidth="1.5"
      />
      <rect x="16" y="17" width="13" height="16" rx="2" fill="var(--link)" opacity=".45" />
      <path d="M34 20h21M34 26h16M34 32h19" stroke="var(--link)" strokeWidth="2" opacity=".45" />
      <path
        d="M4 14V8a4 4 0 0 1 4-4h6M58 4h6a4 4 0 0 1 4 4v6M68 40v6a4 4 0 0 1-4 4h-6M14 50H8a4 4 0 0 1-4-4v-6"
        stroke="var(--turn)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
