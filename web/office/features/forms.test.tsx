import { QueryClient } from '@tanstack/react-query';
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PERMISSIONS } from '#contract/access.ts';
import type { SignedInUser } from '#contract/company/auth/model.ts';
import { SETTING_KEYS, Settings } from '#contract/company/settings/model.ts';
import { companyForms } from '#web/office/features/company/companyForms.tsx';
import { overviewForms } from '#web/office/features/overview/overviewForms.tsx';
import { projectsForms } from '#web/office/features/projects/projectsForms.tsx';
import { sessionQuery } from '#web/office/lib/session.ts';
import { row } from '#web/office/ui/formCase.ts';
import { renderInFrame } from '#web/office/ui/testFrame.tsx';

// Every form of the rooms company, overview and projects: what is typed is sent, a refusal stands at its field, nothing is lost.

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => Promise.resolve(),
  useRouter: () => ({
    navigate: () => Promise.resolve(),
    preloadRoute: () => Promise.resolve(),
    buildLocation: () => ({ href: '/oficina' }),
  }),
  useBlocker: () => undefined,
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

/** Every list has the same line; the first change is refused, the second one taken. */
function answerTo(method: string, url: string, field: string): Response {
  const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
  if (method !== 'GET' && sent.mock.calls.length === 1)
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
          : { id: 1, email: 'x', processor: 1, adviser: 0, subject: 'a', body: 'b', version: 4 },
    });
  // What is said of a record and what it went through stands below its form.
  if (/comment|histor|file|archivo/.test(url))
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
  const line = {
    ...model,
    lote: 'A-01',
    project: { id: 1, name: 'Valle' },
    nombre: model.name,
    text: model.name,
    display_name: 'Gerencia',
    version: 1,
  };
  return json(200, { data: [line], meta: {} });
}

const escaped = (label: string) => label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The controls with that label: in a list one of each row. */
async function controls(label: string): Promise<HTMLElement[]> {
  const all = await screen.findAllByLabelText(new RegExp(`^${escaped(label)}( \\*)?$`));
  return all.filter((element) => element.matches('input:not([type="hidden"]), select, textarea'));
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
  fireEvent.focus(field);
  fireEvent(field, createEvent.input(field, { target: { value: text } }));
  fireEvent.blur(field);
}

beforeEach(() => {
  sent.mockReset();
  done.mockReset();
});

describe.each([...companyForms, ...overviewForms, ...projectsForms])(
  '$name',
  ({ form, types, submit, sends, refused, stays }) => {
    it('sends what is typed, is refused at the field, and goes on', async () => {
      const [field, label] = refused;
      vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
        const method = init.method ?? 'GET';
        if (method !== 'GET') sent(JSON.parse(String(init.body)));
        return answerTo(method, url, field);
      });
      const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
      const signedIn = row<SignedInUser>({
        name: 'Eva Mora',
        email: 'eva@casas.test',
        roles: [],
        permissions: PERMISSIONS.map(({ name }) => name),
      });
      client.setQueryData(sessionQuery.queryKey, signedIn);
      renderInFrame(form(done), client);
      for (const [name, text] of Object.entries(types))
        for (const one of await controls(name)) await write(one, text);
      fireEvent.click(screen.getByRole('button', { name: submit }));
      await waitFor(() => expect(sent).toHaveBeenCalledOnce());
      expect(sent.mock.calls[0]?.[0]).toMatchObject(sends);

      const [at] = await controls(label);
      if (!at) throw new Error(`No field ${label}`);
      await waitFor(() => expect(at).toHaveAccessibleDescription(expect.stringContaining(SENTENCE)));
      fireEvent.keyDown(at, { key: 'Enter', ctrlKey: true });
      await waitFor(() => expect(sent.mock.calls.length).toBeGreaterThan(1));
      expect(sent.mock.calls[1]?.[0]).toEqual(sent.mock.calls[0]?.[0]);
      if (!stays) await waitFor(() => expect(done).toHaveBeenCalledOnce());
    });
  },
);
