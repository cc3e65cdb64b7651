import { Notifications } from '@mantine/notifications';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInFrame } from './testFrame.tsx';
import { toast } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Shows a toast and returns whether its text is still there after the given time. */
async function isThereAfter(milliseconds: number, show: () => void, text: string): Promise<boolean> {
  renderInFrame(<Notifications />);
  act(show);
  expect(screen.getByText(text)).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  return screen.queryByText(text) !== null;
}

describe('a toast', () => {
  it('of success disappears after 2000 ms', async () => {
    expect(await isThereAfter(1990, () => toast.success('Lote guardado.'), 'Lote guardado.')).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(screen.queryByText('Lote guardado.')).toBeNull();
  });

  it('of an error stays until it is dismissed', async () => {
    expect(await isThereAfter(60_000, () => toast.error('No se guardó.'), 'No se guardó.')).toBe(true);
  });

  it('with undo stays until it is dismissed', async () => {
    const show = () => void toast.undo('Visita movida.', () => undefined);
    expect(await isThereAfter(60_000, show, 'Visita movida.')).toBe(true);
  });
});
