import { QueryClient } from '@tanstack/react-query';
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PERMISSIONS } from '#contract/access.ts';
import type { SignedInUser } from '#contract/company/auth/model.ts';
import { SETTING_KEYS, Settings } from '#contract/company/settings/model.ts';
import { bankingForms } from '#web/office/features/banking/bankingForms.tsx';
import { careForms } from '#web/office/features/care/careForms.tsx';
import { handoverForms } from '#web/office/features/care/handoverForms.tsx';
import { workOrderForms } from '#web/office/features/care/workOrderForms.tsx';
import { companyForms } from '#web/office/features/company/companyForms.tsx';
import { deedForms } from '#web/office/features/legal/deedForms.tsx';
import { contractForms } from '#web/office/features/legal/contractForms.tsx';
import { legalForms } from '#web/office/features/legal/legalForms.tsx';
import { moneyForms } from '#web/office/features/money/moneyForms.tsx';
import { loanForms } from '#web/office/features/money/loanForms.tsx';
import { payableForms } from '#web/office/features/money/payableForms.tsx';
import { overviewForms } from '#web/office/features/overview/overviewForms.tsx';
import { projectsForms } from '#web/office/features/projects/projectsForms.tsx';
import { appointmentForms } from '#web/office/features/sales/appointmentForms.tsx';
import { salesForms } from '#web/office/features/sales/salesForms.tsx';
import { diaryForms } from '#web/office/features/works/diaryForms.tsx';
import { deliveryForms } from '#web/office/features/works/deliveryForms.tsx';
import { jobForms } from '#web/office/features/works/jobForms.tsx';
import { permitForms } from '#web/office/features/works/permitForms.tsx';
import { scheduleForms } from '#web/office/features/works/scheduleForms.tsx';
import { materialForms } from '#web/office/features/works/materialForms.tsx';
import { worksForms } from '#web/office/features/works/worksForms.tsx';
import { DEEP } from '#test/deep.ts';
import { sessionQuery } from '#web/office/lib/session.ts';
import { row, type FormCase } from '#web/office/ui/formCase.ts';
import { renderInFrame } from '#web/office/ui/testFrame.tsx';

// Tests the forms of the office: each sends the typed values, shows a refusal at its field, merges a concurrent change and
// loses nothing. `npm test` has every third one, `npm run test:deep` all. The calculator is not here because it sends
// nothing; test/e2e/quotes.e2e.ts covers it.

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => Promise.resolve(),
  useRouter: () => ({
    navigate: () => Promise.resolve(),
    history: { replace: () => undefined },
    preloadRoute: () => Promise.resolve(),
    buildLocation: () => ({ href: '/oficina' }),
  }),
  useBlocker: () => undefined,
  Link: ({ children }: { children: ReactNode }) => children,
}));

const stored = row<object>({
  values: { ...Settings.parse({}), ownHolidays: [{ day: '2026-12-26', name: 'Inventario' }] },
  set: SETTING_KEYS.map((key) => ({ key, version: 3 })),
  logo_url: null,
});
const model = { id: 7, name: 'Casa uno' };

const SENTENCE = 'Así no se puede.';
const sent = vi.fn<(body: unknown) => void>();
const done = vi.fn<() => void>();

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

/** Every list has the same row. The first change is refused, the second is stale, the third succeeds. */
function answerTo(method: string, url: string, { refused: [field], fresh, reads = {} }: FormCase): Response {
  const changes = sent.mock.calls.length;
  if (method !== 'GET' && changes === 2)
    return json(409, { message: 'Otra persona lo cambió.', code: 'STALE', request_id: 'r' });
  if (method === 'GET' && changes === 2 && fresh)
    return json(200, { data: Array.isArray(fresh) ? fresh : { ...fresh, version: 4 } });
  const read = Object.entries(reads).find(([part]) => url.includes(part));
  if (method === 'GET' && read) return json(200, { data: read[1], meta: {} });
  if (method !== 'GET' && changes === 1)
    return json(422, {
      message: 'Por favor verifica los siguientes campos en el formulario.',
      code: 'INVALID',
      request_id: 'r',
      errors: [{ field, message: SENTENCE }],
    });
  if (method !== 'GET')
    return json(200, {
      success: 'Listo.',
      data: url.includes('settings')
        ? stored
        : url.includes('/people') || url.includes('/lots')
          ? []
          : { id: 1, email: 'x', processor: 1, adviser: 0, subject: 'a', body: 'b', passed: [], version: 4 },
    });
  // A record's tasks, comments and history are outside its form, so they are not needed here.
  if (/tasks|comment|histor|file|archivo/.test(url))
    return json(404, { message: 'No está.', code: 'NOT_FOUND', request_id: 'r' });
  if (/\/projects\/(find\/)?\d+$/.test(url))
    return json(200, { data: { models: [{ ...model, archived: false }] } });
  if (url.includes('work'))
    return json(200, {
      data: {
        processor: { total: 1, projects: [{ id: 1, name: 'Valle', open: 1 }] },
        adviser: { total: 0, projects: [] },
        candidates: [],
      },
    });
  if (url.includes('/lotes/plano')) return json(200, { data: { lots: [] } });
  const line = {
    ...model,
    lote: 'A-01',
    project: { id: 1, name: 'Valle' },
    nombre: model.name,
    text: model.name,
    label: model.name,
    display_name: 'Gerencia',
    version: 1,
  };
  return json(200, { data: [line], meta: {} });
}

/** An XMLHttpRequest, used for uploads with progress, with the same answers as fetch. */
class Upload extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  #target: [method: string, url: string] = ['', ''];
  open(method: string, url: string) {
    this.#target = [method, url];
  }
  setRequestHeader() {}
  async send(body: FormData) {
    const [method, url] = this.#target;
    const answer = await fetch(url, { method, body });
    this.status = answer.status;
    this.responseText = await answer.text();
    this.dispatchEvent(new Event('load'));
  }
}

const escaped = (label: string) => label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The controls with that label; in a list, one per row. */
async function controls(label: string): Promise<HTMLElement[]> {
  const all = await screen.findAllByLabelText(new RegExp(`^${escaped(label)}( \\*)?$`));
  return all.filter((element) => element.matches('input:not([type="hidden"]), select, textarea'));
}

async function choose(label: string, type: string): Promise<void> {
  const file = new File(['x'], `archivo.${type.split('/')[1]}`, { type });
  const slot = await screen.findByLabelText(`Elegir archivo: ${label}`);
  fireEvent.change(slot.querySelector('input[type="file"]')!, { target: { files: [file] } });
  await screen.findByText(file.name);
}

async function write(field: HTMLElement, text: string): Promise<void> {
  if (field instanceof HTMLSelectElement) {
    await waitFor(() => expect([...field.options].map((one) => one.text)).toContain(text));
    const value = [...field.options].find((one) => one.text === text)?.value;
    fireEvent.change(field, { target: { value } });
    return;
  }
  if (field.getAttribute('aria-haspopup') === 'listbox' && field.closest('.mantine-MultiSelect-root')) {
    fireEvent.click(field);
    fireEvent.click(await screen.findByRole('option', { name: text }));
    return;
  }
  if (field.matches('.mantine-Select-input')) {
    fireEvent.click(field);
    fireEvent.click(await screen.findByRole('option', { name: text }));
    return;
  }
  if (field.matches('[type="radio"], [type="checkbox"]')) {
    fireEvent.click(field);
    return;
  }
  fireEvent.focus(field);
  fireEvent(field, createEvent.input(field, { target: { value: text } }));
  fireEvent.blur(field);
}

beforeEach(() => {
  sent.mockReset();
  done.mockReset();
});

const forms: readonly FormCase[] = [
  ...careForms,
  ...handoverForms,
  ...workOrderForms,
  ...companyForms,
  ...projectsForms,
  ...salesForms,
  ...appointmentForms,
  ...bankingForms,
  ...contractForms,
  ...deedForms,
  ...moneyForms,
  ...payableForms,
  ...loanForms,
  ...legalForms,
  ...worksForms,
  ...diaryForms,
  ...jobForms,
  ...permitForms,
  ...scheduleForms,
  ...deliveryForms,
  ...materialForms,
  ...overviewForms,
];

describe.each(forms.filter((_, at) => DEEP || at % 3 === 0))('$name', (one) => {
  const { form, types, file, submit, sends, refused, fresh, stays } = one;
  it('sends the typed values, shows a refusal at its field, and saves after a reload', async () => {
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
      if (one.begins && url.endsWith(one.begins[0])) return json(200, { data: one.begins[1] });
      if (method !== 'GET')
        sent(body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body)));
      return answerTo(method, url, one);
    });
    vi.stubGlobal('XMLHttpRequest', Upload);
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const signedIn = row<SignedInUser>({
      name: 'Eva Mora',
      email: 'eva@casas.test',
      user_type: { id: 1, name: 'Colaborador' },
      roles: [],
      permissions: PERMISSIONS.map(({ name }) => name),
    });
    client.setQueryData(sessionQuery.queryKey, signedIn);
    renderInFrame(form(done), client);
    for (const [name, text] of Object.entries(types))
      for (const control of await controls(name)) await write(control, text);
    if (file) await choose(...file);
    fireEvent.click(screen.getByRole('button', { name: submit }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toMatchObject(sends);

    const [field, label] = refused;
    const [at] = await controls(label);
    if (!at) throw new Error(`No field ${label} for ${field}`);
    await waitFor(() => expect(at).toHaveAccessibleDescription(expect.stringContaining(SENTENCE)));
    const save = (times: number) =>
      waitFor(() => {
        if (sent.mock.calls.length < times) fireEvent.keyDown(at, { key: 'Enter', ctrlKey: true });
        expect(sent).toHaveBeenCalledTimes(times);
      });
    await save(2);
    expect(sent.mock.calls[1]?.[0]).toEqual(sent.mock.calls[0]?.[0]);
    if (fresh) {
      fireEvent.click(await screen.findByRole('button', { name: 'Recargar y conservar lo mío' }));
      await screen.findByText(/guarda otra vez/i);
    }
    await save(3);
    expect(sent.mock.calls[2]?.[0]).toMatchObject({
      ...(fresh ? sends : (sent.mock.calls[0]?.[0] as object)),
      ...('version' in sends && fresh && { version: typeof sends.version === 'string' ? '4' : 4 }),
    });
    if (!stays) await waitFor(() => expect(done).toHaveBeenCalledOnce());
  });
});
