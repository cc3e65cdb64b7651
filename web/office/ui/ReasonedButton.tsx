import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface ReasonedButtonProps extends ButtonProps {
  children: ReactNode;
  /** Why it cannot be pressed now, as a sentence; null when it can. */
  whyNot: string | null;
  onClick: () => void;
}

/**
 * A button that, when it cannot be pressed, stays reachable and says why (on hover, focus and touch, and to screen
 * readers) instead of hiding.
 */
export function ReasonedButton({ children, whyNot, onClick, ...button }: ReasonedButtonProps) {
  const reason = useId();
  if (whyNot === null)
    return (
      <Button {...button} onClick={onClick}>
        {children}
      </Button>
    );
  return (
    <Tooltip label={whyNot}>
      <Button
        {...button}
        data-disabled
        aria-disabled
        aria-describedby={reason}
        onClick={(event) => event.preventDefault()}
      >
        {children}
        <span id={reason} className="sr-only">
          {whyNot}
        </span>
      </Button>
    </Tooltip>
  );
}
