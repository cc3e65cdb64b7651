import { QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropCookie } from '#web/office/lib/cookies.ts';
import { rememberExpired } from '#web/office/lib/routeMemory.ts';
import { renderInFrame } from '#web/office/ui/testFrame.tsx';
import { SignInPage } from './SignInPage.tsx';

const user = {
  id: 1,
  name: 'Ana',
  email: 'ana@demo.llave',
  user_type: { id: 1, name: 'Colaborador' },
  roles: [],
  permissions: [],
};
const refusal = (status: number, body: object) => Response.json({ request_id: 'r', ...body }, { status });
const nobody = () => refusal(401, { message: 'Inicia sesión', code: 'UNAUTHENTICATED' });
const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  sent.mockReset();
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  dropCookie('last_expired_route');
});

function open() {
  const root = createRootRoute({ staticData: { title: 'Llave' }, component: Outlet });
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, staticData: { title: path }, component });
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: ['/ingresar'] }),
    routeTree: root.addChildren([
      page('/ingresar', SignInPage),
      page('/ingresar/verificar', () => 'segundo paso'),
      page('/oficina', () => 'oficina'),
      page('/oficina/ventas', () => 'ventas'),
    ]),
  });
  renderInFrame(<RouterProvider router={router as never} />, new QueryClient());
  return router;
}

async function enter() {
  const keys = userEvent.setup();
  await keys.type(await screen.findByLabelText(/Correo/), ' ana@demo.llave ');
  await keys.type(screen.getByLabelText(/^Contraseña/), 'clave');
  await keys.click(screen.getByRole('button', { name: 'Ingresar' }));
}

it('a refused sign-in shows the error at its field and keeps the typed values', async () => {
  const message = 'El correo o la contraseña no son correctos.';
  sent.mockImplementation((url) =>
    Promise.resolve(
      url === '/api/user'
        ? nobody()
        : refusal(422, { message, code: 'CREDENTIALS', errors: [{ field: 'email', message }] }),
    ),
  );
  open();
  await enter();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByLabelText(/Correo/)).toHaveAccessibleDescription(message);
  expect(screen.getByLabelText(/^Contraseña/)).toHaveValue('clave');
});

it('a sign-in sends the trimmed mail and remember: false, then opens the page that the user wanted', async () => {
  rememberExpired({
    name: '',
    meta: {},
    path: '/oficina/ventas',
    hash: '',
    query: {},
    params: {},
    fullPath: '/oficina/ventas?page=2',
  });
  let inside = false;
  sent.mockImplementation((url) => {
    if (url === '/api/user')
      return Promise.resolve(inside ? Response.json({ data: { ...user, two_factor: false } }) : nobody());
    inside = true;
    return Promise.resolve(Response.json({ token: 't', two_factor: false }));
  });
  const router = open();
  await enter();
  await waitFor(() => expect(router.state.location.href).toBe('/oficina/ventas?page=2'));
  const login = sent.mock.calls.find(([url]) => url === '/api/login');
  expect(JSON.parse(String(login?.[1].body))).toEqual({
    email: 'ana@demo.llave',
    password: 'clave',
    remember: false,
  });
});

it('a sign-in that requires a second step opens its page', async () => {
  let half = false;
  sent.mockImplementation((url) => {
    if (url === '/api/user')
      return Promise.resolve(half ? Response.json({ data: { ...user, two_factor: true } }) : nobody());
    half = true;
    return Promise.resolve(Response.json({ token: 't', two_factor: true }));
  });
  const router = open();
  await enter();
  await waitFor(() => expect(router.state.location.pathname).toBe('/ingresar/verificar'));
});
