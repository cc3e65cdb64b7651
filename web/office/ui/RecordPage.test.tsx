import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeSaleStatus } from '#contract/sales/sale/endpoints.ts';
import type { TransitionOffer } from '#contract/transitions.ts';
import { useTransitions } from '../lib/useTransitions.ts';
import { RecordPage } from './RecordPage.tsx';
import { StatePill } from './StatePill.tsx';
import { renderInFrame } from './testFrame.tsx';

const url = '/api/sale/precontracts/7/estado';
const offer = (estado_id: number, label: string, more: Partial<TransitionOffer> = {}): TransitionOffer => ({
  estado_id,
  label,
  method: 'PATCH',
  url,
  disabled: null,
  motivo: 'none',
  ...more,
});
const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  sent.mockReset();
  sent.mockImplementation(() => Promise.resolve(Response.json({ data: {} })));
  vi.stubGlobal('fetch', sent);
});
afterEach(() => vi.unstubAllGlobals());

function Page({ offers }: { offers: TransitionOffer[] }) {
  const actions = useTransitions({ offers, version: 4, status: changeSaleStatus });
  return (
    <RecordPage
      title="PC-2026-00001"
      subtitle="Ana Ruiz"
      state={<StatePill catalog="precontract" state={{ id: 3, name: 'En revisión' }} />}
      turn={{ who: 'Procesador', mine: true }}
      actions={actions}
      tabs={[{ key: 'datos', label: 'Datos', content: 'los datos' }]}
      tab="no-such-tab"
      onTab={() => undefined}
      activity={null}
    />
  );
}

it('shows the next action with its reason, and the first tab if the URL names none', () => {
  renderInFrame(<Page offers={[offer(5, 'Marcar completo', { disabled: 'Faltan 2 documentos.' })]} />);
  expect(screen.getByRole('button', { name: /Marcar completo/ })).toHaveAccessibleDescription(
    'Faltan 2 documentos.',
  );
  expect(screen.getByRole('tab', { name: 'Datos' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByText('Tu turno')).toBeVisible();
});

it('sends the offered state with the version on the screen', async () => {
  const user = userEvent.setup();
  renderInFrame(<Page offers={[offer(3, 'Empezar revisión')]} />);
  await user.click(screen.getByRole('button', { name: 'Empezar revisión' }));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sent.mock.calls[0]?.[0]).toBe(url);
  expect(JSON.parse(String(sent.mock.calls[0]?.[1].body))).toEqual({ params: { estado_id: 3, version: 4 } });
});

it('does not continue without a required reason', async () => {
  const user = userEvent.setup();
  renderInFrame(<Page offers={[offer(3, 'Empezar'), offer(16, 'Desistir', { motivo: 'required' })]} />);
  await user.click(screen.getByRole('button', { name: 'Otras acciones' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Desistir' }));
  const dialog = await screen.findByRole('dialog', { name: 'Desistir' });
  await user.click(within(dialog).getByRole('button', { name: 'Desistir' }));
  expect(within(dialog).getByLabelText(/Motivo/)).toHaveAccessibleDescription(
    'Escribe el motivo para continuar.',
  );
  expect(sent).not.toHaveBeenCalled();
  await user.type(within(dialog).getByLabelText(/Motivo/), 'Compró otra');
  await user.click(within(dialog).getByRole('button', { name: 'Desistir' }));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(JSON.parse(String(sent.mock.calls[0]?.[1].body))).toEqual({
    params: { estado_id: 16, motivo: 'Compró otra', version: 4 },
  });
});

it('keeps a refused action in the menu, with its reason', async () => {
  const user = userEvent.setup();
  renderInFrame(
    <Page offers={[offer(3, 'Empezar'), offer(5, 'Completar', { disabled: 'Falta la separación.' })]} />,
  );
  await user.click(screen.getByRole('button', { name: 'Otras acciones' }));
  const item = await screen.findByRole('menuitem', { name: /Completar/ });
  expect(item).toHaveTextContent('Falta la separación.');
  await user.click(item);
  expect(sent).not.toHaveBeenCalled();
});
