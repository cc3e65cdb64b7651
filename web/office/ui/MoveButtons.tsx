import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';

interface MoveButtonsProps {
  /** What is moved, as it is called. */
  name: string;
  /** Its place among `count`, from 0. */
  at: number;
  count: number;
  onMove: (to: number) => void;
  /** A change is on its way: presses wait. */
  busy: boolean;
  /** Rows above one another, or tiles side by side. */
  direction: 'rows' | 'tiles';
}

/** Two buttons that move one of a list, for fingers and keys alike; what was pressed keeps the focus where it goes. */
export function MoveButtons({ name, at, count, onMove, busy, direction }: MoveButtonsProps) {
  const before = useRef<HTMLButtonElement>(null);
  const after = useRef<HTMLButtonElement>(null);
  const pressed = useRef<{ ref: typeof before; at: number }>(null);
  // A browser takes the focus away from what is moved within the page.
  useLayoutEffect(() => {
    if (!pressed.current || pressed.current.at === at) return;
    if (document.activeElement === document.body) pressed.current.ref.current?.focus();
    pressed.current = null;
  });
  const rows = direction === 'rows';
  const button = (ref: typeof before, to: number, verb: string, Icon: typeof IconArrowUp) => {
    const atEnd = to < 0 || to >= count;
    return (
      <ActionIcon
        ref={ref}
        variant="subtle"
        size="lg"
        aria-label={`${verb} ${name}`}
        aria-disabled={atEnd}
        data-disabled={atEnd || undefined}
        onClick={() => {
          if (atEnd || busy) return;
          pressed.current = { ref, at };
          onMove(to);
        }}
      >
        <Icon size={18} />
      </ActionIcon>
    );
  };
  return (
    <>
      {button(before, at - 1, rows ? 'Subir' : 'Mover antes:', rows ? IconArrowUp : IconArrowLeft)}
      {button(after, at + 1, rows ? 'Bajar' : 'Mover después:', rows ? IconArrowDown : IconArrowRight)}
    </>
  );
}
