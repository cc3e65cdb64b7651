import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { LotMap } from './LotMap.tsx';

const lot = (id: number, name: string, free: boolean) => ({
  id,
  name,
  block: 'A',
  areaM2: 200,
  free,
  premiumCents: 0,
  modelId: null,
  works: 1,
  points: '0,0 10,0 10,10',
});
const plan = {
  width: 100,
  height: 100,
  drawing: null,
  lots: [lot(1, 'A-01', true), lot(2, 'A-02', false), lot(3, 'A-03', true)],
};

const option = (id: number, name: string, free: boolean) => ({
  id,
  name,
  free,
  block: 'A',
  areaM2: 200,
  premiumCents: 0,
  mine: false,
  hasHouse: false,
});
const suiting = [option(1, 'A-01', true), option(2, 'A-02', false)];

test('a free lot of another model is not drawn as taken, and the legend explains it', () => {
  const { rerender } = render(
    <LotMap plan={plan} lots={suiting} chosenId={null} onChoose={vi.fn<() => void>()} />,
  );
  const lookOf = (name: string) => screen.getByText(name).closest('g')?.getAttribute('class');
  expect(new Set(['A-01', 'A-02', 'A-03'].map(lookOf)).size).toBe(3);
  expect(screen.getByText(/Para otro modelo/)).toBeInTheDocument();
  rerender(
    <LotMap
      plan={plan}
      lots={[...suiting, option(3, 'A-03', true)]}
      chosenId={null}
      onChoose={vi.fn<() => void>()}
    />,
  );
  expect(screen.queryByText(/Para otro modelo/)).toBeNull();
});

test('an unavailable lot shows the reason, and a taken one links to its waitlist', async () => {
  const choose = vi.fn<(id: number) => void>();
  const user = userEvent.setup();
  render(<LotMap plan={plan} lots={suiting} chosenId={null} onChoose={choose} />);
  await user.click(screen.getByText('A-02'));
  expect(screen.getByRole('link', { name: 'Ver su lista de espera' })).toHaveAttribute(
    'href',
    '/clientes/lotes/2/espera',
  );
  await user.click(screen.getByText('A-03'));
  expect(screen.getByText('El lote A-03 es para otro modelo.')).toBeVisible();
  await user.click(screen.getByText('A-01'));
  expect(choose.mock.calls).toEqual([[1]]);
  expect(screen.queryByText(/es para otro modelo/)).toBeNull();
});
