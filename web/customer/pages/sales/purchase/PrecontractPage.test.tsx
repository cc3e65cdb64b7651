import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PrecontractData } from '#contract/sales/purchase/pages.ts';
import { PAYMENT_FORMS, SECTORS } from '#contract/sales/sale/values.ts';
import { PageFrame } from '#web/customer/PageFrame.tsx';
import type { PostOptions } from '#web/customer/lib/post.ts';
import { PrecontractPage } from './PrecontractPage.tsx';
import { nextAddress } from './useSubmit.ts';

const sent = vi.hoisted(() =>
  vi.fn<(url: string, body: unknown, options?: PostOptions) => Promise<unknown>>(),
);
vi.mock('#web/customer/lib/post.ts', async (load) => ({
  ...(await load<typeof import('#web/customer/lib/post.ts')>()),
  post: sent,
}));

const EMPTY = {
  nombre: '',
  email: '',
  celular: '',
  tipo_documento: '',
  cedula: '',
  sector_trabajo: '',
  estatus_laboral: '',
  forma_pago: '',
  origen: '',
  numero_camp: '',
  monto_pagado: '',
  grupo_familiar: [],
};
const FULL = { ...EMPTY, nombre: 'Ana Pérez', celular: '6123-4567', cedula: '8-712-4567' };
const slot = (field: 'cedula_beneficiario', position: number): PrecontractData['papers'][number] => ({
  field,
  position,
  renewBefore: null,
  label: 'Cédula',
  required: false,
  state: 'cargado',
  stateLabel: 'Cargado',
  open: true,
  file: { name: 'a.jpg', size: 10, mime: 'image/jpeg', url: null },
  reason: null,
  expiresOn: null,
  attachedText: '',
});
const dataOf = (change: Partial<PrecontractData> & { consent?: boolean } = {}): PrecontractData => ({
  sale: {
    id: 7,
    code: null,
    name: '7',
    buyer: 'Ana',
    project: { slug: 'valle', name: 'Valle Sereno', place: 'Arraiján' },
    model: { id: 1, name: 'Guayacán', picture: null },
    lot: null,
    lotUntil: null,
    priceCents: 4_850_000,
    chosen: true,
    priceBeganCents: null,
    sellerPhone: '50761112222',
  },
  values: FULL,
  errors: [],
  missing: [],
  consents: {
    datos: { given: change.consent ?? true, text: 'Acepto el uso de mis datos.', version: '1' },
    apc: { given: false, text: 'Autorizo la APC.', version: '1' },
  },
  papers: [],
  uploads: [],
  lots: [],
  checklists: SECTORS.flatMap((sector) =>
    PAYMENT_FORMS.map((forma_pago) => ({ sector, forma_pago, papers: [] })),
  ),
  declarations: [],
  origins: [{ value: 'feria', label: 'Feria' }],
  relationships: [{ id: 3, name: 'Hijo(a)' }],
  separationCents: 50_000,
  reservationHours: 48,
  payTo: null,
  cedulaMaxEntry: 5,
  ...change,
});
const site = { company: 'Promotora', legalName: 'Promotora, S.A.', logo: null, phone: null };
const open = (data: PrecontractData, hash = '') => {
  location.hash = hash;
  return render(
    <PageFrame state={{ name: 'sales/purchase/PrecontractPage', data, site, csrf: 't' }}>
      <PrecontractPage data={data} />
    </PageFrame>,
  );
};
const saved = () =>
  sent.mock.calls
    .filter(([url]) => url.includes('/borrador/'))
    .map(([, body]) => (body as { campos: Record<string, unknown> }).campos);
const user = userEvent.setup();

beforeEach(() => {
  sent.mockReset().mockResolvedValue({
    ok: true,
    status: 200,
    answer: { data: { guardados: [], sin_permiso: [], errores: [] } },
  });
});

test.each(['Jubilado', 'Independiente'])(
  '%s disables and unchecks every employment status',
  async (sector) => {
    open(
      dataOf({ values: { ...FULL, sector_trabajo: 'Privado', estatus_laboral: 'Eventual' } }),
      'paso-trabajo',
    );
    const statuses = within(screen.getByRole('group', { name: /estatus laboral/ })).getAllByRole('radio');
    expect(statuses).toHaveLength(5);
    expect(screen.getByRole('radio', { name: 'Eventual' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: new RegExp(sector) }));
    for (const status of statuses) {
      expect(status).toBeDisabled();
      expect(status).not.toBeChecked();
    }
    await waitFor(() => expect(saved().at(-1)).toEqual({ sector_trabajo: sector, estatus_laboral: '' }));

    await user.click(screen.getByRole('radio', { name: /Público/ }));
    for (const status of statuses) expect(status).toBeEnabled();
  },
);

test('the add button for beneficiaries disappears when there are five', async () => {
  open(
    dataOf({ papers: [1, 2, 3].map((position) => slot('cedula_beneficiario', position)) }),
    'paso-familia',
  );
  const add = screen.getByRole('button', { name: 'Agregar beneficiario' });
  await user.click(add);
  expect(screen.getByRole('group', { name: /cuarto beneficiario/ })).toBeVisible();
  await user.click(add);
  expect(screen.getByRole('group', { name: /quinto beneficiario/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Agregar beneficiario' })).toBeNull();
});

test('a field is saved on blur, and shows its error', async () => {
  open(dataOf(), 'paso-datos');
  const number = screen.getByLabelText('Número de cédula');
  await user.clear(number);
  await user.type(number, '8-712-45678901');
  expect(number).toBeInvalid();
  expect(number).toHaveAccessibleDescription(/Cédula inválida/);
  await user.tab();
  await waitFor(() => expect(saved()).toContainEqual({ cedula: '8-712-45678901', tipo_documento: 'cedula' }));
  await user.clear(number);
  await user.type(number, '8-712-4567');
  expect(number).toBeValid();
});

test('a pasted cédula is trimmed', async () => {
  open(dataOf({ values: { ...FULL, cedula: '' } }), 'paso-datos');
  await user.click(screen.getByLabelText('Número de cédula'));
  await user.paste('  8-712-4567 ');
  expect(screen.getByLabelText('Número de cédula')).toHaveValue('8-712-4567');
});

test('a step with missing data cannot be left; the focus goes to the missing field', async () => {
  open(dataOf({ consent: false, values: { ...FULL, cedula: '' } }), 'paso-datos');
  await user.click(screen.getByRole('link', { name: 'Siguiente: Trabajo' }));
  const consent = screen.getByRole('checkbox', { name: /Acepto/ });
  expect(consent).toHaveAccessibleDescription(/Marca la casilla/);
  expect(consent).toHaveFocus();
  expect(location.hash).toBe('#paso-datos');
});

test('errors are listed above the form with links to their fields, and nothing is sent', async () => {
  open(dataOf({ values: { ...FULL, nombre: '', monto_pagado: '100' } }), 'paso-firma');
  await user.click(screen.getByRole('button', { name: 'Enviar mi pre-contrato' }));
  const summary = screen.getByRole('alert');
  expect(summary).toHaveTextContent('Por favor, verifique los siguientes campos');
  expect(within(summary).getByRole('link', { name: 'Escribe tu nombre.' })).toHaveAttribute(
    'href',
    '#campo-nombre',
  );
  expect(within(summary).getByRole('link', { name: 'Adjunta el comprobante de ese pago.' })).toHaveAttribute(
    'href',
    '#campo-archivo_comprobante',
  );
  expect(sent.mock.calls.some(([url]) => url === '/clientes/precontrato')).toBe(false);
});

test('during the submit the button is busy and disabled; a refusal shows at its field and enables the button', async () => {
  let answer: (outcome: unknown) => void = () => {};
  sent.mockImplementation((url) =>
    url === '/clientes/precontrato'
      ? new Promise((done) => (answer = done))
      : Promise.resolve({
          ok: true,
          status: 200,
          answer: { data: { guardados: [], sin_permiso: [], errores: [] } },
        }),
  );
  open(
    dataOf({
      values: {
        ...FULL,
        grupo_familiar: [
          { nombre: '', cedula: '', parentesco: '' },
          { nombre: 'Luis', cedula: '8-1-1', parentesco: '3' },
        ],
      },
    }),
    'paso-firma',
  );
  const button = screen.getByRole('button', { name: 'Enviar mi pre-contrato' });
  await user.click(button);
  await waitFor(() => expect(sent.mock.calls.some(([url]) => url === '/clientes/precontrato')).toBe(true));
  expect(button).toBeDisabled();
  expect(button).toHaveAttribute('aria-busy', 'true');
  // The server counts only non-empty rows: its first row is the second on the page.
  answer({
    ok: false,
    status: 422,
    error: {
      message: 'Por favor, verifique los siguientes campos',
      code: 'INVALID',
      request_id: 'r',
      errors: [{ field: 'grupo_familiar[0][cedula]', message: 'Cédula inválida.' }],
    },
  });
  await waitFor(() => expect(button).toBeEnabled());
  location.hash = 'paso-familia';
  await waitFor(() => expect(screen.getByRole('group', { name: 'Persona 2' })).toBeVisible());
  expect(
    within(screen.getByRole('group', { name: 'Persona 2' })).getByLabelText(/^Cédula/),
  ).toHaveAccessibleDescription(/Cédula inválida\./);
});

test('another phone number opens the dialog whose close button opens the chat', async () => {
  sent.mockImplementation(async (url) => ({
    ok: true,
    status: 200,
    answer: url.endsWith('verify_client_update_visibility')
      ? { mensaje: 'Usaremos este número.', celular: '50769990000' }
      : { data: { guardados: [], sin_permiso: [], errores: [] } },
  }));
  open(dataOf(), 'paso-datos');
  const phone = screen.getByLabelText('Celular');
  await user.clear(phone);
  await user.type(phone, '6999-0000');
  await user.tab();
  const dialog = await screen.findByRole('dialog', { name: 'Cambiaste tu celular' });
  expect(dialog).toHaveTextContent('Usaremos este número.');
  const close = within(dialog).getByRole('link', { name: 'Cerrar y abrir el chat' });
  expect(close).toHaveAttribute('href', 'https://wa.me/50769990000');
  close.addEventListener('click', (event) => event.preventDefault());
  await user.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the next page has the code, else the id, else neither in its URL', () => {
  const redirect = '/clientes/siguiente/';
  expect(nextAddress({ redirect, precontratoCodigo: 'PC-2026-00001', precontratoId: 7 })).toBe(
    '/clientes/siguiente/PC-2026-00001',
  );
  expect(nextAddress({ redirect, precontratoCodigo: null, precontratoId: 7 })).toBe('/clientes/siguiente/7');
  expect(nextAddress({ redirect })).toBe('/clientes/siguiente/');
});

test('a price that changed since the draft began is shown', () => {
  const data = dataOf();
  const { unmount } = open(data);
  expect(screen.queryByText(/El precio cambió/)).toBeNull();
  unmount();
  open({ ...data, sale: { ...data.sale, priceBeganCents: 4_700_000 } });
  expect(screen.getByText(/El precio cambió/)).toHaveTextContent(
    'El precio cambió desde que empezaste: era USD 47,000.00 y ahora es USD 48,500.00.',
  );
});
