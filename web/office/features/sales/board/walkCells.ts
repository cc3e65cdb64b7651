import type { KeyboardEvent } from 'react';

const STEPS: Record<string, readonly [rows: number, cells: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/**
 * Moves focus between the board's cells with the arrow keys: from a row into its first cell, then in four directions.
 * Other keys go on to the list's own handler.
 */
export function walkCells(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>('[data-row]');
  if (!step || !row || event.ctrlKey || event.metaKey || event.altKey) return;
  const stage = Number(target.dataset['cell'] ?? 0);
  if (stage === 0 && (target !== row || event.key !== 'ArrowRight')) return;
  const [down, along] = step;
  if (stage === 1 && along < 0) row.focus();
  else {
    const index = Number(row.dataset['row']) + down;
    const next = event.currentTarget
      .querySelector(`[data-row="${index}"]`)
      ?.querySelector<HTMLElement>(`[data-cell="${stage + along}"]`);
    next?.focus();
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  event.preventDefault();
}
