import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface ReasonedButtonProps extends ButtonProps {
  children: ReactNode;
  /** The reason why the button is disabled, as a sentence; null if it is enabled. */
  whyNot: string | null;
  onClick: () => void;
}

/**
 * A button that does not hide when it is disabled: it stays focusable and shows the reason on hover, focus and touch,
 * and to screen readers.
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
