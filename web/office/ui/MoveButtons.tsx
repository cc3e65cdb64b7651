import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';

interface MoveButtonsProps {
  /** Name of the moved item. */
  name: string;
  /** Index of the item among `count`, from 0. */
  at: number;
  count: number;
  onMove: (to: number) => void;
  /** A move is in progress: clicks do nothing. */
  busy: boolean;
  /** Rows of a list, or tiles side by side. */
  direction: 'rows' | 'tiles';
}

/** Two buttons that move an item of a list, by touch or keyboard. The clicked button keeps the focus after the move. */
export function MoveButtons({ name, at, count, onMove, busy, direction }: MoveButtonsProps) {
  const before = useRef<HTMLButtonElement>(null);
  const after = useRef<HTMLButtonElement>(null);
  const pressed = useRef<{ ref: typeof before; at: number }>(null);
  // The browser removes the focus from an element that moves in the DOM.
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
