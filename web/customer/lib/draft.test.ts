import { beforeEach, expect, test, vi } from 'vitest';
import type { DraftChange, DraftKept } from '#contract/sales/purchase/model.ts';
import { DraftKeeper } from './draft.ts';
import type { Outcome } from './post.ts';

type Answer = Outcome<{ data: DraftKept }>;
const sent = vi.hoisted(() => vi.fn<(url: string, body: { campos: DraftChange }) => Promise<unknown>>());
vi.mock('./post.ts', () => ({ post: sent, csrfToken: () => 'token' }));
vi.mock('./line.ts', async (load) => ({
  ...(await load<typeof import('./line.ts')>()),
  lineBack: async () => undefined,
}));

const kept = (change: Partial<DraftKept> = {}): Answer => ({
  ok: true,
  status: 200,
  answer: { data: { guardados: [], sin_permiso: [], errores: [], ...change } },
});
const no = (status: number, code: string): Answer => ({
  ok: false,
  status,
  error: { message: 'No.', code, request_id: 'r' },
});
const bodies = () => sent.mock.calls.map(([, { campos }]) => campos);

let keeper: DraftKeeper;
const told = {
  kept: vi.fn<(answer: DraftKept, sent: DraftChange) => void>(),
  refused: vi.fn<(error: { code: string }, sent: DraftChange) => void>(),
};
beforeEach(() => {
  sent.mockReset().mockResolvedValue(kept());
  keeper = new DraftKeeper(7);
  keeper.listen(told);
});

test('requests are sequential; changes made during one are sent together in the next', async () => {
  let answer: (outcome: Answer) => void = () => {};
  sent.mockImplementationOnce(() => new Promise((done) => (answer = done)));
  keeper.change({ nombre: 'Ana' });
  keeper.change({ celular: '6123-4567' });
  keeper.change({ email: 'ana@correo.com' });
  expect(bodies()).toEqual([{ nombre: 'Ana' }]);
  expect(keeper.status()).toBe('saving');
  answer(kept());
  await vi.waitFor(() => expect(keeper.status()).toBe('saved'));
  expect(bodies()[1]).toEqual({ celular: '6123-4567', email: 'ana@correo.com' });
});

test('a broken connection loses nothing: the change is sent again, and newer values win', async () => {
  let answer: (outcome: Answer) => void = () => {};
  sent.mockImplementationOnce(() => new Promise((done) => (answer = done)));
  keeper.change({ nombre: 'An', celular: '6123-4567' });
  keeper.change({ nombre: 'Ana' });
  answer(no(0, 'NETWORK'));
  await vi.waitFor(() => expect(keeper.status()).toBe('saved'));
  expect(bodies()[1]).toEqual({ nombre: 'Ana', celular: '6123-4567' });
});

test('a field that the server may not keep before the consent is sent with it', async () => {
  sent.mockResolvedValueOnce(kept({ sin_permiso: ['cedula'] }));
  keeper.change({ cedula: '8-712-4567' });
  await vi.waitFor(() => expect(keeper.status()).toBe('withheld'));
  keeper.change({ consentimiento_datos: '1' });
  await vi.waitFor(() => expect(keeper.status()).toBe('saved'));
  expect(bodies()[1]).toEqual({ cedula: '8-712-4567', consentimiento_datos: '1' });
});

test('a consent ticked during a request also sends the field that this request could not save', async () => {
  let answer: (outcome: Answer) => void = () => {};
  sent.mockImplementationOnce(() => new Promise((done) => (answer = done)));
  keeper.change({ cedula: '8-712-4567' });
  keeper.change({ consentimiento_datos: '1' });
  answer(kept({ sin_permiso: ['cedula'] }));
  await vi.waitFor(() => expect(keeper.status()).toBe('saved'));
  expect(bodies()[1]).toEqual({ cedula: '8-712-4567', consentimiento_datos: '1' });
});

test('a refusal is reported with the sent change, and not repeated', async () => {
  sent.mockResolvedValueOnce(no(403, 'CODE_NEEDED'));
  keeper.change({ celular: '6999-0000' });
  await vi.waitFor(() => expect(keeper.status()).toBe('refused'));
  expect(told.refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'CODE_NEEDED' }), {
    celular: '6999-0000',
  });
  expect(sent).toHaveBeenCalledTimes(1);
});

test('a page that closes sends all unsaved changes with a keepalive request', () => {
  sent.mockImplementation(() => new Promise(() => {}));
  const outlives = vi.fn<typeof fetch>(async () => new Response());
  vi.stubGlobal('fetch', outlives);
  keeper.change({ nombre: 'Ana' });
  keeper.change({ email: 'ana@correo.com' });
  keeper.flush();
  expect(outlives).toHaveBeenCalledWith(
    '/clientes/precontrato/borrador/7',
    expect.objectContaining({
      keepalive: true,
      body: '{"campos":{"nombre":"Ana","email":"ana@correo.com"}}',
    }),
  );
  vi.unstubAllGlobals();
});
